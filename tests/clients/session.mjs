// What the TypeScript clients do: a workspace, a schema set in sub-folders, a valid and an invalid document, pages, the report as an
// artifact and as a resource, explanations, a batch with progress, faults.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const BAD_LINES = 120;

const SCHEMAS = {
  'order.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:order" targetNamespace="urn:order" elementFormDefault="qualified">
  <xs:include schemaLocation="types/number.xsd"/>
  <xs:element name="order">
    <xs:complexType><xs:sequence><xs:element name="line" type="o:number" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  </xs:element>
</xs:schema>`,
  'types/number.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="number"><xs:restriction base="xs:int"><xs:minInclusive value="1"/></xs:restriction></xs:simpleType>
</xs:schema>`,
};

const order = (lines, text) => `<order xmlns="urn:order">\n${`<line>${text}</line>\n`.repeat(lines)}</order>`;

// Modules are installed outside of the project: `folder` is where `npm install` was run.
export async function load(folder, name) {
  const resolve = createRequire(path.resolve(folder, 'package.json')).resolve;
  return import(pathToFileURL(resolve(name)));
}

// `call(request, options)` calls a tool; the SDKs differ in its arguments.
export async function session(client, call) {
  const envelope = async (name, args, options) => {
    const result = await call({ name, arguments: args }, options);
    assert.equal(Boolean(result.isError), !result.structuredContent.ok);
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    return result.structuredContent;
  };
  const data = async (name, args, options) => {
    const answer = await envelope(name, args, options);
    assert.ok(answer.ok, JSON.stringify(answer));
    return answer.data;
  };

  const tools = (await client.listTools()).tools;
  assert.ok(tools.length >= 8 && tools.every((tool) => tool.outputSchema && tool.annotations.openWorldHint === false));
  const { workspace } = await data('pyxsd_manage_workspace', { action: 'create' });
  const files = { ...SCHEMAS, 'good.xml': order(3, '7'), 'bad.xml': order(BAD_LINES, 'zero') };
  await data('pyxsd_put_files', {
    workspace_id: workspace.workspace_id,
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
  });

  const schema_ref = { source: { path: 'order.xsd' } };
  const question = { workspace_id: workspace.workspace_id, document: { path: 'good.xml' }, schema_ref };
  assert.equal((await data('pyxsd_validate_document', question)).valid, true);

  question.document = { path: 'bad.xml' };
  const lines = [];
  let pages = 0;
  let report;
  for (let cursor; cursor !== null; pages += 1) {
    const answer = await envelope('pyxsd_validate_document', cursor ? { ...question, cursor } : question);
    lines.push(...answer.data.issues.map((issue) => issue.line));
    report = answer.data.report;
    cursor = answer.page.next_cursor;
  }
  assert.deepEqual(lines, Array.from({ length: BAD_LINES }, (_, n) => n + 2));
  assert.ok(pages > 1);

  let contents = Buffer.alloc(0);
  while (contents.length < report.size) {
    const part = await data('pyxsd_read_artifact', { artifact_id: report.artifact_id, offset: contents.length });
    contents = Buffer.concat([contents, Buffer.from(part.data, 'base64')]);
  }
  assert.equal(JSON.parse(contents).issues.length, BAD_LINES);
  const described = await client.readResource({ uri: `pyxsd://artifacts/${report.artifact_id}` });
  assert.deepEqual(JSON.parse(described.contents[0].text).artifact, report);
  const explained = await data('pyxsd_explain_issue', { artifact_id: report.artifact_id, index: 3 });
  assert.equal(explained.issue.line, 5);

  const resources = (await client.listResources()).resources.map((resource) => resource.uri);
  assert.deepEqual(resources.slice(0, 2), ['pyxsd://capabilities', 'pyxsd://issue-codes']);
  for (const uri of resources.slice(2)) assert.match((await client.readResource({ uri })).contents[0].text, /^---\nname: /);
  const { prompts } = await client.listPrompts();
  assert.equal(prompts.length, 3);
  for (const prompt of prompts) {
    const given = Object.fromEntries(prompt.arguments.map((argument) => [argument.name, 'a.xml']));
    const { messages } = await client.getPrompt({ name: prompt.name, arguments: given });
    assert.ok(messages[0].content.text.includes('"a.xml"') && resources.includes(messages[1].content.resource.uri));
  }
  const templates = (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate);
  assert.deepEqual(templates, ['pyxsd://artifacts/{artifact_id}', 'pyxsd://skills/{name}/{+path}']);
  await assert.rejects(client.readResource({ uri: 'pyxsd://none' }), (error) => error.code === -32602);

  const fault = await envelope('pyxsd_validate_document', { ...question, document: { path: 'none.xml' } });
  assert.equal(fault.error.code, 'not_found');
  await assert.rejects(call({ name: 'none', arguments: {} }), (error) => error.code === -32602);

  const progress = await batch(tools, data, workspace.workspace_id, schema_ref);
  return `${tools.length} tools, ${lines.length} issues on ${pages} pages, ${progress} notifications of progress`;
}

async function batch(tools, data, workspace_id, schema_ref) {
  const documents = ['good.xml', 'bad.xml', 'none.xml', 'good.xml'].map((path) => ({ document: { path }, schema_ref }));
  const told = [];
  const { results } = await data('pyxsd_validate_documents', { workspace_id, documents }, { onprogress: (progress) => told.push(progress) });
  assert.deepEqual(results.map((result) => result.valid ?? result.error.code), [true, false, 'not_found', true]);
  assert.ok(told.length > 0 && told.every(({ progress }, n) => n === 0 || progress > told[n - 1].progress), JSON.stringify(told));
  return told.length;
}
