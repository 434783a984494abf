// A minimal connector service for a bot: it accepts every request, at a negligible cost.
import { createServer } from 'node:http';

/** `url` is the service URL of activities; `taken()` returns the number of received requests. */
export async function fastService() {
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(`{"id":"${++taken}"}`);
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    taken: () => taken,
    stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done))),
  };
}
