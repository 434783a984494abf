import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { Database } from '../../persistence/index.js';
import type { DueMessage, WebhookMessages } from '../outbox/webhook-messages.repository.js';
import type { WebhookState, WebhookStates } from '../outbox/webhook-states.repository.js';
import { WebhookRecords } from './webhook-records.service.js';

const STATE: WebhookState = {
  id: 'crm',
  target: '',
  off_at: null,
  failures: 0,
  failing_since: null,
  retry_at: null,
  last_success_at: null,
  last_failure_at: null,
  last_failure: null,
};

describe('a message that is not taken', () => {
  const clock = new FakeClock();
  /** How long it waits after so many tries, ms. */
  const waitAfter = async (tries: number, afterMs?: number): Promise<number> => {
    const waits: number[] = [];
    const db = { transaction: (work: (tx: unknown) => unknown) => work({}) } as unknown as Database;
    const messages = {
      putOff: (_tx: unknown, _seq: number, { until }: { until: number }) => waits.push(until - clock.now()),
    } as unknown as WebhookMessages;
    const states = { failed: () => null } as unknown as WebhookStates;
    const sut = new WebhookRecords(db, messages, states, clock);
    const message: DueMessage = {
      seq: 1,
      id: 'msg_1',
      lane: 'l',
      body: '{}',
      created_at: clock.now(),
      attempts: tries - 1,
    };
    await sut.end(STATE, message, { kind: 'failed', reason: 'HTTP 500', afterMs });
    expect(waits).toHaveLength(1);
    return waits[0]!;
  };
  beforeEach(() => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('waits twice as long after each try, up to a quarter of an hour', async () => {
    const waits = await Promise.all([1, 2, 3, 8, 9, 50].map((tries) => waitAfter(tries)));
    expect(waits).toEqual([5_000, 10_000, 20_000, 640_000, 900_000, 900_000]);
  });

  it('is given up with those behind it once its receiver has failed for a day, in one process', async () => {
    const buried: number[] = [];
    const db = { transaction: (work: (tx: unknown) => unknown) => work({}) } as unknown as Database;
    const messages = {
      putOff: () => undefined,
      bury: () => undefined,
      buryAll: (_tx: unknown, _id: string, { until }: { until: number }) => buried.push(clock.now() - until),
    } as unknown as WebhookMessages;
    const sut = new WebhookRecords(db, messages, { failed: () => null } as unknown as WebhookStates, clock);
    const begun = clock.now();
    let state = STATE;
    for (let hour = 0; hour <= 24; hour++) {
      expect(buried).toEqual([]);
      const message = { seq: hour, id: '', lane: 'l', body: '{}', created_at: clock.now(), attempts: 0 };
      state = { ...state, ...(await sut.end(state, message, { kind: 'failed', reason: 'HTTP 500' })) };
      expect([state.failing_since, state.failures]).toEqual([begun, hour + 1]);
      clock.advance(3_600_000);
    }
    expect(buried).toEqual([86_400_000]);
  });

  it('waits as long as its receiver asks if that is longer, and a day at the most', async () => {
    expect(await waitAfter(1, 7_200_000)).toBe(7_200_000);
    expect(await waitAfter(2, 1_000)).toBe(10_000);
    expect(await waitAfter(1, 7 * 86_400_000)).toBe(86_400_000);
  });
});
