// Drives the server with the TypeScript SDK v2 (`@modelcontextprotocol/client`) in each way of negotiating the version:
// node tests/clients/typescript_v2.mjs BINARY MODULES

import { load, session } from './session.mjs';

const [binary, modules] = process.argv.slice(2);
const { Client } = await load(modules, '@modelcontextprotocol/client');
const { StdioClientTransport } = await load(modules, '@modelcontextprotocol/client/stdio');

for (const mode of ['legacy', 'auto', { pin: '2026-07-28' }]) {
  const client = new Client({ name: 'typescript-v2', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: binary, args: ['--no-persist'] }));
  const done = await session(client, (request, options) => client.callTool(request, options));
  console.log(`v2, ${mode.pin ?? mode}: ${done}`);
  await client.close();
}
