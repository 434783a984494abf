import { AsyncLocalStorage } from 'node:async_hooks';
import { withTimeout } from '../../common/index.js';

/** A unit that takes longer is waiting for something other than the database, so it fails. */
const UNIT_TIMEOUT_MS = 10_000;

const running = new AsyncLocalStorage<true>();

/** @throws when called within the work of a transaction. */
export function refuseNesting(): void {
  if (running.getStore()) throw new Error('nested transaction: pass the tx along instead of opening another');
}

/** Runs the work of one transaction, at most {@link UNIT_TIMEOUT_MS} long. */
export function runUnit<T>(work: () => Promise<T>): Promise<T> {
  return running.run(true, () => withTimeout(work(), UNIT_TIMEOUT_MS, refuseLength));
}

function refuseLength(): never {
  throw new Error(`transaction took longer than ${UNIT_TIMEOUT_MS} ms: it must only query`);
}
