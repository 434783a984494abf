// A minimal server of tools, for a gateway whose model calls none of them.
import { createServer } from 'node:http';

const toolNamed = (name) => ({
  name,
  description: `Does ${name} with the given title and body, and returns a link to what it has done.`,
  inputSchema: {
    type: 'object',
    properties: { title: { type: 'string' }, body: { type: 'string' }, urgent: { type: 'boolean' } },
    required: ['title'],
  },
});

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'of a measurement', version: '1' },
};

export async function fastMcp(count) {
  const tools = Array.from({ length: count }, (_, n) => toolNamed(`tool_${n}`));
  const results = { initialize: INITIALIZED, 'tools/list': { tools } };
  const server = createServer((request, response) => {
    const body = [];
    request.on('data', (part) => body.push(part));
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method } = JSON.parse(Buffer.concat(body));
      if (id === undefined) return response.writeHead(202).end();
      const result = results[method];
      const answer = result ? { result } : { error: { code: -32601, message: 'unknown method' } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done))),
  };
}
