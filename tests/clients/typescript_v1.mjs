// Drives the server with the TypeScript SDK v1 (`@modelcontextprotocol/sdk`): node tests/clients/typescript_v1.mjs BINARY MODULES

import { load, session } from './session.mjs';

const [binary, modules] = process.argv.slice(2);
const { Client } = await load(modules, '@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await load(modules, '@modelcontextprotocol/sdk/client/stdio.js');

const client = new Client({ name: 'typescript-v1', version: '1' });
await client.connect(new StdioClientTransport({ command: binary, args: ['--no-persist'] }));
console.log(`v1: ${await session(client, (request, options) => client.callTool(request, undefined, options))}`);
await client.close();
