// A bounded load over keep-alive connections.
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

/**
 * Saturates the server for `seconds`, over `connections`. `next(n)` returns the n-th request.
 * @returns requests per second and latencies in ms; any status but 200 is counted in `failed`
 */
export async function saturate(next, { seconds = 5, connections = 32 } = {}) {
  const agent = connectionsTo(connections);
  const end = performance.now() + seconds * 1000;
  const latencies = [];
  let count = 0;
  let failed = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const { url, ...options } = next(count++);
      const begin = performance.now();
      if ((await send(agent, url, options)) !== 200) failed++;
      latencies.push(performance.now() - begin);
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const perSecond = latencies.length / ((performance.now() - begin) / 1000);
  await agent.close();
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
