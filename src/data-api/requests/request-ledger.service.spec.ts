import { FakeClock } from '../../../test/support/fake-clock.js';
import { KeyInUseError } from '../../common/index.js';
import type { DataApiConfig } from '../../config/index.js';
import type { Database, JobQueue } from '../../persistence/index.js';
import type { DataRequest } from './data-request.js';
import type { DataRequestRepository } from './data-request.repository.js';
import { REQUEST_LEASE_MS, RequestLedger } from './request-ledger.service.js';

const MINE = { id: 'req_2', userId: 'u', progress: { status: 'queued' } } as DataRequest;
const CLAIM = { key: 'k', fingerprint: 'f' };

describe('a repeat of a request that is being processed', () => {
  /** @param leaseMs the rest of the lease at the start of this process; null for one that a job has */
  function repeat(dialect: string, leaseMs: number | null) {
    const clock = new FakeClock();
    const leaseUntil = leaseMs === null ? null : clock.now() + leaseMs;
    const done: unknown[] = [];
    let isFree = false;
    const known = { ...MINE, id: 'req_1', fingerprint: 'f', progress: { status: 'processing', leaseUntil } };
    const repository = {
      freeKey: async () => undefined,
      insert: async () => isFree,
      findByKey: async () => known,
      renewLease: async (_tx: unknown, id: string, expired: number) => done.push(['renew', id, expired]),
      abandon: async (_tx: unknown, id: string) => {
        isFree = true;
        done.push(['abandon', id]);
      },
      countWaiting: async () => 1,
    };
    const sut = new RequestLedger(
      { dialect, transaction: (work: (tx: unknown) => unknown) => work({}) } as unknown as Database,
      repository as unknown as DataRequestRepository,
      { enqueue: async () => undefined } as unknown as JobQueue,
      { maxWaiting: 9 } as DataApiConfig,
      clock,
    );
    return {
      done,
      open: async () => (await sut.open(MINE, CLAIM)).kind,
      enqueue: async () => (await sut.enqueue(MINE, '', CLAIM)).id,
      leaseUntil,
    };
  }

  it.each([
    ['sqlite', 'by an earlier process, which has ended', REQUEST_LEASE_MS - 1],
    ['sqlite', 'too long ago', 0],
    ['postgres', 'too long ago', 0],
    ['postgres', 'before the clock was set back', 2 * REQUEST_LEASE_MS + 1],
  ])('takes it over on %s where it was begun %s', async (dialect, _, leaseMs) => {
    const { open, enqueue, done, leaseUntil } = repeat(dialect, leaseMs);
    expect(await open()).toBe('mine');
    expect(await enqueue()).toBe('req_2');
    expect(done).toEqual([
      ['renew', 'req_1', leaseUntil],
      ['abandon', 'req_1'],
    ]);
  });

  it.each([
    ['sqlite', 'by this process', REQUEST_LEASE_MS],
    ['postgres', 'by a replica that started earlier', 1],
    ['postgres', 'by a replica whose clock is ahead', 2 * REQUEST_LEASE_MS],
  ])('is refused on %s where it was begun %s', async (dialect, _, leaseMs) => {
    const { open, enqueue, done } = repeat(dialect, leaseMs);
    await expect(open()).rejects.toThrow(KeyInUseError);
    await expect(enqueue()).rejects.toMatchObject({ retryAfterSeconds: Math.ceil(leaseMs / 1_000) });
    expect(done).toEqual([]);
  });

  it('is answered by it where a job has it', async () => {
    const { open, enqueue } = repeat('postgres', null);
    expect([await open(), await enqueue()]).toEqual(['known', 'req_1']);
  });
});
