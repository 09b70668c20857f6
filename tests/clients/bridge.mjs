// A bridge from Streamable HTTP to the server's standard input and output, for the MCP conformance suite and nothing else:
// node tests/clients/bridge.mjs PORT BINARY [FLAG…]
// Listens on the loopback address at /mcp. Each session has a server of its own; requests without a session share one.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import readline from 'node:readline';

const [port, binary, ...flags] = process.argv.slice(2);
const sessions = new Map();

// One server, and the HTTP requests that wait for its answers. Ids are ours on the way, since HTTP clients may share a server.
class Session {
  #waiting = new Map();
  #tokens = new Map();
  #next = 1;

  constructor() {
    this.child = spawn(binary, ['--no-persist', ...flags], { stdio: ['pipe', 'pipe', 'inherit'] });
    readline.createInterface({ input: this.child.stdout }).on('line', (line) => this.#receive(JSON.parse(line)));
  }

  request(message, answer) {
    const id = this.#next++;
    const token = message.params?._meta?.progressToken;
    this.#waiting.set(id, { id: message.id, token, answer });
    const params = token === undefined ? message.params : { ...message.params, _meta: { ...message.params._meta, progressToken: id } };
    this.#send({ ...message, id, ...(params && { params }) });
    return () => this.#waiting.delete(id) && this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
  }

  notify(message) {
    const wanted = message.params?.requestId;
    const found = [...this.#waiting].find(([, waiting]) => waiting.id === wanted);
    this.#send(found ? { ...message, params: { ...message.params, requestId: found[0] } } : message);
  }

  end() {
    this.child.stdin.end();
  }

  #send(message) {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #receive(message) {
    if (message.method === 'notifications/progress') {
      const waiting = this.#waiting.get(message.params.progressToken);
      waiting?.answer({ ...message, params: { ...message.params, progressToken: waiting.token } }, false);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (waiting) {
      this.#waiting.delete(message.id);
      waiting.answer({ ...message, id: waiting.id }, true);
    }
  }
}

const isLocal = (value) => {
  try {
    return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(value.includes('://') ? value : `http://${value}`).hostname);
  } catch {
    return false;
  }
};

function refuse(response, status, message) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }));
}

async function handle(request, response) {
  const { headers, method } = request;
  if (!isLocal(headers.host ?? '') || (headers.origin !== undefined && !isLocal(headers.origin))) {
    return refuse(response, 403, 'Not from this machine.');
  }
  const id = headers['mcp-session-id'];
  if (id !== undefined && !sessions.has(id)) return refuse(response, 404, 'No such session.');
  if (method === 'DELETE' && id !== undefined) {
    sessions.get(id).end();
    sessions.delete(id);
    return response.writeHead(204).end();
  }
  if (method !== 'POST' || request.url !== '/mcp') return refuse(response, 405, 'POST /mcp only.');

  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return refuse(response, 400, 'Not JSON.');
  }
  const [name, session] = open(message, id);
  if (message.id === undefined || message.method === undefined) {
    session.notify(message);
    return response.writeHead(202).end();
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...(name && { 'mcp-session-id': name }) });
  const cancel = session.request(message, (answer, last) => {
    response.write(`event: message\ndata: ${JSON.stringify(answer)}\n\n`);
    if (last) response.end();
  });
  response.on('close', cancel);
}

function open(message, id) {
  const name = id ?? (message.method === 'initialize' ? randomUUID() : '');
  if (!sessions.has(name)) sessions.set(name, new Session());
  return [name, sessions.get(name)];
}

const server = http.createServer((request, response) => handle(request, response).catch((error) => response.destroy(error)));
server.listen(Number(port), '127.0.0.1', () => console.error(`http://127.0.0.1:${port}/mcp`));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const session of sessions.values()) session.end();
    server.close();
    server.closeAllConnections();
  });
}
