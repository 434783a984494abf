import { jest } from '@jest/globals';
import type { ToolCallCounter, ToolResult } from '../../assistant/index.js';
import type { ActionOutcome, Target } from '../../channels/index.js';
import {
  HeldError,
  type Holds,
  type MessageOrder,
  type OrderingTurn,
  type OutgoingMessages,
  type Polls,
  type RemoteActions,
} from '../../conversations/index.js';
import { MessageEffects } from './message-effects.service.js';

const HERE = { channel: 'fake', account: 'one', conversation: 'chat-ann' } as unknown as Target;
const TURN = {
  event: { channel: 'fake', account: 'one', conversation: { id: 'chat-ann', kind: 'direct' } },
} as unknown as OrderingTurn;
const REFUSED = { ok: false, error: expect.stringContaining('a person holds that conversation') };

const POLL = {
  id: 'pol_1',
  question: 'When?',
  options: ['now', 'later'],
  counts: [3, 1],
  votes: ['ann', 'ben', 'cat'],
  maxSelections: 2,
};
const COUNTED = {
  poll_id: 'pol_1',
  question: 'When?',
  options: [
    { option: 'now', votes: 3 },
    { option: 'later', votes: 1 },
  ],
  voters: 3,
  max_selections: 2,
};

/** @param held the conversation that a person holds */
function make(held?: Target, polls: readonly object[] = []) {
  const counted: string[] = [];
  const isHeld = (target: Target) => JSON.stringify(target) === JSON.stringify(held);
  const perform = jest.fn(async (): Promise<ActionOutcome> => ({ kind: 'done' }));
  const send = jest.fn(async () => ({ deliveryIds: ['dlv_1'], pollId: undefined as string | undefined }));
  const noteOn = jest.fn((): string | undefined => undefined);
  const lastIn = jest.fn(async () => polls);
  const findIn = jest.fn(async () => polls);
  const sut = new MessageEffects(
    { send, noteOn } as unknown as OutgoingMessages,
    { perform } as unknown as RemoteActions,
    { lastIn, findIn } as unknown as Polls,
    {
      isHeld: async (target: Target) => isHeld(target),
      isHeldIn: async (_tx: unknown, target: Target) => isHeld(target),
    } as unknown as Holds,
    {
      count: (_server: string, outcome: string, result: ToolResult) => {
        counted.push(outcome);
        return result;
      },
    } as unknown as ToolCallCounter,
  );
  const order = (action: string, target = HERE, input: object = {}) =>
    ({ action, target, input }) as unknown as MessageOrder;
  return { sut, counted, perform, send, noteOn, lastIn, findIn, order };
}
const { signal } = new AbortController();

describe('an order of the message tool', () => {
  it.each(['react', 'edit', 'unsend', 'renameGroup'])(
    'to %s is refused where a person holds',
    async (action) => {
      const { sut, counted, perform, order } = make(HERE);
      expect(await sut.perform(order(action), signal)).toEqual(REFUSED);
      expect([perform.mock.calls, counted]).toEqual([[], ['refused']]);
      const elsewhere = order(action, { ...HERE, account: 'two' } as Target);
      expect(await sut.perform(elsewhere, signal)).toEqual({ ok: true, value: { done: true } });
      expect(counted).toEqual(['refused', 'done']);
    },
  );

  it('to count votes is carried out where a person holds, for it changes nothing', async () => {
    const { sut, order } = make(HERE);
    expect(await sut.perform(order('pollResults'), signal)).toEqual({ ok: true, value: { polls: [] } });
  });

  it('to count votes tells those of the named poll, else of the last five, and no voters', async () => {
    const known = make(undefined, [POLL]);
    const results = { ok: true, value: { polls: [COUNTED] } };
    expect(await known.sut.perform(known.order('pollResults'), signal)).toEqual(results);
    const named = known.order('pollResults', HERE, { pollId: 'pol_1' });
    expect(await known.sut.perform(named, signal)).toEqual(results);
    expect([known.lastIn.mock.calls, known.findIn.mock.calls]).toEqual([[[HERE, 5]], [[HERE, 'pol_1']]]);
    const { sut } = make();
    const error = 'pollId pol_1 does not match a poll of the conversation';
    expect(await sut.perform(named, signal)).toEqual({ ok: false, error });
  });

  it('to send says what is queued, with its poll and a note', async () => {
    const { sut, send, noteOn, order } = make();
    const queued = { queued: true, delivery_ids: ['dlv_1'] };
    expect(await sut.send({} as never, order('send'), TURN)).toEqual({ ok: true, value: queued });
    send.mockResolvedValue({ deliveryIds: ['dlv_1'], pollId: 'pol_1' });
    noteOn.mockReturnValue('as a file');
    expect(await sut.send({} as never, order('poll'), TURN)).toEqual({
      ok: true,
      value: { ...queued, poll_id: 'pol_1', note: 'as a file' },
    });
  });

  it.each([
    ['failed', { kind: 'failed', code: 'rejected', detail: 'no' }, { ok: false, error: 'rejected: no' }],
    [
      'interrupted',
      { kind: 'unknown', code: 'timeout', detail: 'none' },
      { ok: false, error: 'it may or may not have happened: timeout: none', isUncertain: true },
    ],
  ] as const)('that is %s says so', async (outcome, remote, result) => {
    const { sut, counted, perform, order } = make();
    perform.mockResolvedValue(remote);
    expect(await sut.perform(order('react'), signal)).toEqual(result);
    expect(counted).toEqual([outcome]);
  });

  it('to send ends the turn where a person holds its own conversation', async () => {
    const { sut, send, order } = make(HERE);
    await expect(sut.send({} as never, order('send'), TURN)).rejects.toThrow(HeldError);
    expect(send).not.toHaveBeenCalled();
  });

  it.each([
    ['conversation', { conversation: 'chat-ben' }],
    ['account', { account: 'two' }],
    ['channel', { channel: 'other' }],
  ])('to send is refused where a person holds another %s, and the turn continues', async (_, other) => {
    const there = { ...HERE, ...other } as Target;
    const { sut, send, counted, order } = make(there);
    expect(await sut.send({} as never, order('send', there), TURN)).toEqual(REFUSED);
    expect(send).not.toHaveBeenCalled();
    expect(await sut.send({} as never, order('send'), TURN)).toMatchObject({ ok: true });
    expect(counted).toEqual(['refused', 'done']);
  });
});
