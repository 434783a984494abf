import type { Actor } from '../access-control/index.js';
import type { Delivery } from '../delivery/index.js';
import { OperatorActions } from './operator-actions.service.js';

const OPERATOR: Actor = { id: 'token:owner', role: 'owner' };

/** The states in which the messages of a reply are found, and those that are waited for meanwhile. */
function replyOf(states: readonly Delivery['state'][]) {
  const deliveryIds = states.map((_, at) => `dlv_${at}`);
  const waitedFor: [id: string, ms: number][] = [];
  const waitFor = async (id: string, ms: number) => {
    waitedFor.push([id, ms]);
    const at = deliveryIds.indexOf(id);
    return { state: states[at], remoteId: `remote-${at}`, lastCode: `code-${at}`, lastDetail: 'no' };
  };
  const parts = [
    { ofAction: async () => ({ action: 'reply', target: 'there' }) },
    {},
    {},
    { enqueue: async () => ({ deliveryIds, isReplay: false }) },
    { noteOn: () => undefined },
    { waitFor },
  ] as unknown as ConstructorParameters<typeof OperatorActions>;
  const request = { channel: 'fake', action: 'reply', input: {} } as const;
  return { waitedFor, result: new OperatorActions(...parts).perform(OPERATOR, request) };
}

describe('the result of an action that sends several messages', () => {
  it.each([
    ['the first where all were sent', ['sent', 'sent', 'sent'], 'sent', 'remote-0'],
    ['the first that was not', ['sent', 'queued', 'sending'], 'queued', 'remote-1'],
  ] as const)('is that of %s', async (_, states, status, messageId) => {
    const { result, waitedFor } = replyOf(states);
    expect(await result).toMatchObject({ status, messageId });
    // The last one alone is waited for.
    expect(waitedFor.filter(([, ms]) => ms > 0)).toEqual([['dlv_2', 20_000]]);
  });

  it('is the failure of one that is dead, whichever it is', async () => {
    await expect(replyOf(['sent', 'dead', 'sent']).result).rejects.toMatchObject({
      code: 'CONFLICT',
      details: 'code-1: no',
    });
  });
});
