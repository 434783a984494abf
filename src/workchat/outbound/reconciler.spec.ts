import { FakeClock } from '../../../test/support/fake-clock.js';
import type { DeliveryAttempt } from '../../channels/index.js';
import { Reconciler, type ReconcilerParts } from './reconciler.js';

const APP = '0b1c2d3e-0000-4000-8000-000000000001';
const AT = 1_700_000_000_000;

describe('the search for a message that may have been sent', () => {
  /** @param aheadMs the directory's clock, by which its messages are dated */
  const find = (aheadMs: number, createdMs: number) => {
    const clock = new FakeClock(AT + 60_000);
    const entry = {
      id: '1700000000001',
      createdDateTime: new Date(AT + createdMs + aheadMs).toISOString(),
      body: { contentType: 'text', content: 'the rose needs water' },
      from: { application: { id: APP.toUpperCase() } },
    };
    const pages = async function* () {
      yield { entries: [entry], aheadMs };
    };
    const reference = { kind: 'group', conversation: '19:a@thread.v2', bot: {} };
    const parts = {
      appId: APP,
      clock,
      directory: { pages },
      references: { find: async () => reference },
      outbound: {
        rootFor: () => undefined,
        postedBy: async () => ({ type: 'message', text: 'the rose needs water' }),
        concluded: async (_reference: unknown, _attempt: unknown, outcome: unknown) => outcome,
      },
    } as unknown as ReconcilerParts;
    const attempt = {
      content: { kind: 'text', text: 'the rose needs water' },
      target: { conversation: reference.conversation },
      startedAt: AT,
      firstStartedAt: AT,
      ended: { at: AT, code: 'remote-error' },
    } as unknown as DeliveryAttempt;
    return new Reconciler(parts).findSent(attempt, async () => false, new AbortController().signal);
  };

  it.each([0, -3_600_000, 3_600_000])(
    'goes by the clock of the directory, also where that is %d ms ahead of ours',
    async (aheadMs) => {
      expect(await find(aheadMs, 500)).toMatchObject({ kind: 'sent' });
      expect(await find(aheadMs, -9_000)).toMatchObject({ kind: 'sent' });
      expect(await find(aheadMs, -11_000)).toEqual({ kind: 'not-sent' });
    },
  );
});
