// A bounded load over keep-alive connections.
import { Agent as HttpAgent, request } from 'node:http';
import { Agent } from 'undici';

/** Separate sessions per chat, and no loop detection for answers faster than people's. */
export const LOAD = { session: { dmScope: 'per-sender' }, messages: { loopBreaker: { rounds: 0 } } };

/** Keep-alive connections, at most so many to one server. */
export const connectionsTo = (connections) => new Agent({ connections, pipelining: 1 });

/**
 * Sends one request and discards the answer; resolves with its status. By `dispatch`, since the sender shares the
 * machine with what is measured, and `node:http` takes half as much CPU again.
 */
export function send(agent, url, { method = 'POST', headers = {}, body } = {}) {
  const { origin, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    let status;
    agent.dispatch(
      { origin, path: pathname + search, method, headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, code) => (status = code),
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(status),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

/** A way to send: the connections, and one request over them. */
const LEAN = { connectionsTo, send, close: (agent) => agent.close() };

/** By `node:http`, which programs use; it limits the faster server more. */
export const BY_HTTP = {
  connectionsTo: (maxSockets) => new HttpAgent({ keepAlive: true, maxSockets }),
  send: (agent, url, { method, headers }) =>
    new Promise((resolve, reject) => {
      const call = request(url, { method, agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode));
      });
      call.on('error', reject);
      call.end();
    }),
  close: (agent) => agent.destroy(),
};

/**
 * Saturates the server for `seconds`, over `connections`. `next(n)` returns the n-th request.
 * @returns requests per second and latencies in ms; any status but 200 is counted in `failed`
 */
export async function saturate(next, { seconds = 5, connections = 32, by = LEAN } = {}) {
  const agent = by.connectionsTo(connections);
  const end = performance.now() + seconds * 1000;
  const latencies = [];
  let count = 0;
  let failed = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const { url, ...options } = next(count++);
      const begin = performance.now();
      if ((await by.send(agent, url, options)) !== 200) failed++;
      latencies.push(performance.now() - begin);
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const perSecond = latencies.length / ((performance.now() - begin) / 1000);
  await by.close(agent);
  return { perSecond, latencies, failed, total: latencies.length };
}

/** Sends `perSecond` requests evenly spread over `seconds`, whether earlier ones are answered or not. */
export async function steady(next, { perSecond, seconds }) {
  const agent = connectionsTo(64);
  const latencies = [];
  let failed = 0;
  const running = [];
  const begin = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = begin + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((done) => setTimeout(done, wait));
    const { url, ...options } = next(n);
    running.push(
      send(agent, url, options).then((status) => {
        if (status !== 200) failed++;
        latencies.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(running);
  await agent.close();
  return { latencies, failed, total: latencies.length };
}
