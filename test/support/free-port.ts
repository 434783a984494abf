import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows choose from for listeners on port 0 and for outgoing connections. */
const FIRST = 10_240;
const PER_WORKER = 200;
const WORKERS = 112;

let next = Math.floor(Math.random() * PER_WORKER);

/**
 * A port on which nothing listens, for a program that must know it beforehand. Until the program listens on it, the
 * system gives it to no one else: a port freed by `listen(0)` may be given to the next listener that asks for any. It is
 * not given twice in one file, nor by two workers of Jest.
 */
export async function freePort(): Promise<number> {
  const first = FIRST + (Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS) * PER_WORKER;
  for (let left = PER_WORKER; left > 0; left--) {
    const port = first + (next++ % PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${first} to ${first + PER_WORKER - 1} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
