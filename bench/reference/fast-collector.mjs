// A collector that takes all spans and keeps their number only.
import { createServer } from 'node:http';

export async function fastCollector() {
  const counts = { spans: 0 };
  const server = createServer((request, response) => {
    const body = [];
    request.on('data', (part) => body.push(part));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(body));
      counts.spans += resourceSpans[0].scopeSpans[0].spans.length;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    counts,
    stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done))),
  };
}
