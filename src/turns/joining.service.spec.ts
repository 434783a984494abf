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

const rulesAt = (now: number, mayAnswer = false): JoiningRules =>
  new JoiningRules(
    { coalesceMs: PAUSE_MS } as MessagesConfig,
    { read: () => undefined } as unknown as CommandReader,
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
  const fold = async (isWaiting: boolean) => {
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
    const result = await sut.before({ complete } as unknown as ClaimedJob, said(0, { joinedBy: 'evt_2' }));
    return { result, finish, complete };
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
});

describe('the next message of a sender', () => {
  const sender = { id: 'ann' };
  const next = {
    ...{ id: 'evt_2', session_key: 's', sender_id: 'ann', received_at: PAUSE_MS },
    payload: JSON.stringify({ kind: 'message', text: 'yes' }),
  };
  const asked = said(0, { sessionKey: 's', event: { channel: 'fake', sender } }) as StoredEvent<never>;

  it.each([
    ['continues the message before it', false, true],
    ['continues none if it may answer an approval', true, false],
  ])('%s', (_, mayAnswer, expected) => {
    expect(rulesAt(0, mayAnswer).isNextOf(asked, next)).toBe(expected);
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
});
