import { jest } from '@jest/globals';
import type { MessagesConfig } from '../config/index.js';
import { type ClaimedJob, type Database, DONE } from '../persistence/index.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import type { AskedApprovals } from '../conversations/gate/asked-approvals.service.js';
import type { CommandReader } from '../conversations/inbox/command-reader.js';
import type { InboxRepository } from '../conversations/inbox/inbox.repository.js';
import type { JoinsRepository } from '../conversations/inbox/joins.repository.js';
import type { StoredEvent, Utterance } from '../conversations/inbox/stored-event.js';
import { Joining, JoiningRules } from './joining.service.js';
import type { RunningTurns } from './running-turns.js';

const PAUSE_MS = 100;

const rulesAt = (
  now: number,
  mayAnswer = false,
  { read = () => undefined, coalesceMs = PAUSE_MS }: { read?: unknown; coalesceMs?: unknown } = {},
): JoiningRules =>
  new JoiningRules(
    { coalesceMs } as MessagesConfig,
    { read } as unknown as CommandReader,
    { mayAnswer: () => mayAnswer } as unknown as AskedApprovals,
    new FakeClock(now),
  );

const said = (receivedAt: number, rest: object = {}) =>
  ({
    id: 'evt_1',
    event: { kind: 'message', channel: 'fake', conversation: { kind: 'direct' } },
    receivedAt,
    alreadySaid: '',
    hasActed: false,
    ...rest,
  }) as unknown as StoredEvent<Utterance>;

describe('a message that a later one joins', () => {
  const fold = async (isWaiting: boolean, rest: object = {}) => {
    const joins = { prepend: jest.fn(async () => isWaiting) };
    const finish = jest.fn(async () => undefined);
    const complete = jest.fn(async () => undefined);
    const db = { transaction: (work: (tx: unknown) => Promise<boolean>) => work({}) };
    const sut = new Joining(
      joins as unknown as JoinsRepository,
      { finish } as unknown as InboxRepository,
      db as unknown as Database,
      rulesAt(0),
      {} as RunningTurns,
    );
    const stored = said(0, { joinedBy: 'evt_2', ...rest });
    const result = await sut.before({ complete } as unknown as ClaimedJob, stored);
    return { result, finish, complete, prepended: joins.prepend.mock.calls };
  };

  it('gets a turn of its own when the later one no longer waits', async () => {
    const { result, finish, complete } = await fold(false);
    expect(result).toBeUndefined();
    expect(finish).not.toHaveBeenCalled();
    expect(complete).not.toHaveBeenCalled();
  });

  it("ends with the later one's turn while that one waits", async () => {
    const { result, finish, complete } = await fold(true);
    expect(result).toBe(DONE);
    expect(finish).toHaveBeenCalledWith({}, expect.objectContaining({ id: 'evt_1' }), { outcome: 'turn' });
    expect(complete).toHaveBeenCalledTimes(1);
  });

  it('is put before it with its own parts, in a group as one that mentions us', async () => {
    const direct = { kind: 'message', channel: 'fake', conversation: { kind: 'direct' } };
    const alone = await fold(true);
    expect(alone.prepended).toEqual([[{}, 'evt_2', [{ id: 'evt_1', event: direct, receivedAt: 0 }]]]);
    const group = { ...direct, conversation: { kind: 'group' } };
    const parts = ['evt_0', 'evt_1'].map((id) => ({ id, event: group, receivedAt: 0 }));
    const mentioning = parts.map((part) => ({ ...part, event: { ...group, mentionsUs: true } }));
    const { prepended } = await fold(true, { event: group, parts });
    expect(prepended).toEqual([[{}, 'evt_2', mentioning]]);
  });
});

describe('the next message of a sender', () => {
  const sender = { id: 'ann' };
  const next = {
    id: 'evt_2',
    session_key: 's',
    sender_id: 'ann',
    received_at: PAUSE_MS,
    payload: JSON.stringify({ kind: 'message', text: 'yes' }),
  };
  const asked = said(0, { sessionKey: 's', event: { channel: 'fake', sender } }) as StoredEvent<never>;

  it.each([
    ['continues the message before it', false, true],
    ['continues none if it may answer an approval', true, false],
  ])('%s', (_, mayAnswer, expected) => {
    expect(rulesAt(0, mayAnswer).isNextOf(asked, next)).toBe(expected);
  });

  it.each([
    ['of another session', { session_key: 't' }],
    ['of another sender', { sender_id: 'ben' }],
    ['after the pause', { received_at: PAUSE_MS + 1 }],
    ['that is no message', { payload: JSON.stringify({ kind: 'prompt', text: 'yes' }) }],
  ])('continues none if it is one %s', (_, other) => {
    expect(rulesAt(0).isNextOf(asked, { ...next, ...other })).toBe(false);
  });

  it('continues none more than five pauses after the first', () => {
    const last = (first: number) =>
      ({ ...asked, parts: [{ receivedAt: first }, { receivedAt: 0 }] }) as unknown as StoredEvent<never>;
    const areNext = [PAUSE_MS - 500, PAUSE_MS - 501].map((first) => rulesAt(0).isNextOf(last(first), next));
    expect(areNext).toEqual([true, false]);
  });

  it('continues none if it is a command', () => {
    const read = ({ text }: { text: string }, key: string) =>
      text === 'yes' && key === 's' ? {} : undefined;
    expect(rulesAt(0, false, { read }).isNextOf(asked, next)).toBe(false);
  });
});

describe('a sender who continues to write', () => {
  const parts = [{ receivedAt: 1_000 }];
  const waitMs = (receivedAt: number) =>
    rulesAt(receivedAt).waitMs(said(receivedAt, { parts }) as StoredEvent<never>);

  it.each([
    [1_000, PAUSE_MS],
    [1_400, PAUSE_MS],
    [1_430, 70],
    [1_500, 0],
  ])('is waited for until five pauses after the first message: at %s for %s ms', (receivedAt, expected) => {
    expect(waitMs(receivedAt)).toBe(expected);
  });

  it.each([
    ['as long as its channel pauses', {}, 5, 195],
    ['not at all where there is no pause', { channel: 'other' }, 0, 0],
    ['as long as it asks for', { awaitsMs: 700 }, 0, 700],
    ['no longer than its channel pauses if it asks for less', { awaitsMs: 50 }, 0, 200],
    ['no longer if it comes late', { awaitsMs: 700, isLate: true }, 0, 200],
    ['as long as before if the clock is set back a little', {}, -10_000, 200],
    ['not at all if the clock is set back much', {}, -10_001, 0],
  ])('is waited for %s', (_, event, later, expected) => {
    const rules = rulesAt(1_000 + later, false, { coalesceMs: { fake: 200 } });
    const asked = said(1_000, { event: { channel: 'fake', ...event } }) as StoredEvent<never>;
    expect(rules.waitMs(asked)).toBe(expected);
    expect(rules.coalesces(asked)).toBe(!('channel' in event));
  });

  it('is waited for nowhere unless the settings say so', () => {
    const rules = rulesAt(0, false, { coalesceMs: {} });
    expect(rules.coalesces(said(0))).toBe(false);
  });
});
