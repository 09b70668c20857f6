// Walks through every tool with every documented argument and every fault code, as walk.py does, with the TypeScript SDKs:
// node tests/clients/walk.mjs BINARY MODULES_OF_V1 MODULES_OF_V2
//
// What is walked is walk.json; walk.py checks that nothing is left out.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from './session.mjs';

const [binary, first, second] = process.argv.slice(2);
const WALK = JSON.parse(readFileSync(new URL('walk.json', import.meta.url), 'utf8'));
const SCHEMAS = ['schema_ref', 'source_schema', 'target_schema', 'old_schema', 'new_schema'];

const textOf = (file) => (typeof file === 'string' ? file : file.repeat[0] + file.repeat[1].repeat(file.repeat[2]) + file.repeat[3]);
const FILES = Object.entries(WALK.files).map(([name, file]) => ({ path: name, text: textOf(file) }));

const mapped = (object, change) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

// The value with `$name` replaced by what is known.
function filled(value, known) {
  if (Array.isArray(value)) return value.map((item) => filled(item, known));
  if (value && typeof value === 'object') return mapped(value, (member) => filled(member, known));
  return typeof value === 'string' && value in known ? known[value] : value;
}

// Whether something that is shown is not there.
function differs(shown, found) {
  if (Array.isArray(shown)) return !Array.isArray(found) || shown.length !== found.length || shown.some((item, n) => differs(item, found[n]));
  if (shown && typeof shown === 'object') return !found || Object.entries(shown).some(([name, value]) => differs(value, found[name]));
  return shown !== found;
}

// Every schema reference inside with these options.
function withOptions(value, options) {
  if (Array.isArray(value)) return value.map((item) => withOptions(item, options));
  if (!value || typeof value !== 'object') return value;
  return mapped(value, (member, name) => (SCHEMAS.includes(name) ? { ...member, options } : withOptions(member, options)));
}

// The arguments with one thing wrong.
function spoilt(args, { schema, ...others }) {
  const changed = { ...args, ...others };
  if (!schema) return changed;
  return mapped(changed, (member, name) => (SCHEMAS.includes(name) ? { source: { path: schema } } : member));
}

// The calls that a step stands for: arguments, and the fault that is due.
function variants(step) {
  const args = step.arguments;
  if (step.faults) return WALK.spoilt[step.faults].map(([code, change]) => [spoilt(args, change), code]);
  if (step.each) return Object.entries(step.each).flatMap(([name, words]) => words.map((word) => [{ ...args, [name]: word }]));
  if (step.same_as === 'with_options') return [[withOptions(args, WALK.options[0])]];
  // The first again at the end: what is kept is of that.
  if (step.with_options) return [...WALK.options, WALK.options[0]].map((options) => [withOptions(args, options)]);
  return [[args, step.fault]];
}

async function play(session, open) {
  const folder = mkdtempSync(path.join(tmpdir(), 'walk-'));
  for (const [name, text] of Object.entries(session.prepare ?? {})) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const { client, request } = await open(session.flags.map((flag) => flag.replace('$folder', folder)));
  let calls = 0;
  const call = async (tool, args) => {
    const result = await request({ name: tool, arguments: args });
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    assert.equal(Boolean(result.isError), !result.structuredContent.ok);
    calls += 1;
    return result.structuredContent;
  };
  const known = { $files: FILES, $long: 'x'.repeat(500 << 10) };
  const steps = session.steps ?? [
    { tool: 'pyxsd_manage_workspace', arguments: { action: 'create' }, keep: { $ws: '/data/workspace/workspace_id' } },
    { tool: 'pyxsd_put_files', arguments: { workspace_id: '$ws', files: '$files' } },
    ...WALK.workers.map(([tool, args]) => ({ tool, arguments: { workspace_id: '$ws', ...args }, fault: session.faults })),
  ];
  for (const step of steps) {
    if (step.parallel) {
      const all = Array.from({ length: step.parallel }, () => call(step.tool, filled(step.arguments, known)));
      const codes = new Set((await Promise.all(all)).map((envelope) => envelope.error?.code));
      assert.deepEqual([...codes].sort(), [...step.among].sort());
      continue;
    }
    let envelope;
    for (const [args, code] of variants(step)) {
      envelope = await call(step.tool, filled(args, known));
      const told = `${step.tool} ${JSON.stringify(args)}: ${JSON.stringify(envelope).slice(0, 600)}`;
      if (code) assert.equal(envelope.error?.code, code, told);
      else assert.ok(envelope.ok && !differs(filled(step.gives ?? {}, known), envelope.data), told);
    }
    for (const [name, pointer] of Object.entries(step.keep ?? {})) {
      known[name] = pointer.split('/').slice(1).reduce((value, part) => value[part], envelope);
    }
  }
  await client.close();
  rmSync(folder, { recursive: true });
  return calls;
}

const v1 = async () => {
  const { Client } = await load(first, '@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await load(first, '@modelcontextprotocol/sdk/client/stdio.js');
  return async (flags) => {
    const client = new Client({ name: 'walk', version: '1' });
    await client.connect(new StdioClientTransport({ command: binary, args: flags, stderr: 'ignore' }));
    // With the tools listed the SDK checks what comes back against their schemas.
    await client.listTools();
    return { client, request: (request) => client.callTool(request) };
  };
};
const v2 = (mode) => async () => {
  const { Client } = await load(second, '@modelcontextprotocol/client');
  const { StdioClientTransport } = await load(second, '@modelcontextprotocol/client/stdio');
  return async (flags) => {
    const client = new Client({ name: 'walk', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport({ command: binary, args: flags, stderr: 'ignore' }));
    await client.listTools();
    return { client, request: (request) => client.callTool(request) };
  };
};

for (const [name, sdk] of [['v1', v1], ['v2, legacy', v2('legacy')], ['v2, 2026-07-28', v2({ pin: '2026-07-28' })]]) {
  const open = await sdk();
  let calls = 0;
  for (const session of WALK.sessions) calls += await play(session, open);
  console.log(`${name}: ${calls} calls in ${WALK.sessions.length} sessions`);
}
