// The least connector service that a bot can answer at: it takes whatever it is sent, and costs next to nothing.
import { createServer } from 'node:http';

/** `url` is the service URL of activities; `taken()` says how many it was sent. */
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
