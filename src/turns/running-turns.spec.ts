import { jest } from '@jest/globals';
import type { JobQueue, Tx } from '../persistence/index.js';
import type { HoldsInForce } from '../conversations/holds/holds-in-force.js';
import { HeldError } from '../conversations/inbox/inbox.repository.js';
import type { JoinsRepository } from '../conversations/inbox/joins.repository.js';
import type { Utterance } from '../conversations/inbox/stored-event.js';
import { JOINED, RunningTurns } from './running-turns.js';
import type { SessionRepository } from '../conversations/sessions/session.repository.js';

function make() {
  const stops = new Map<string, string>();
  const hurried: string[] = [];
  let commit: () => void = () => undefined;
  const tx = { afterCommit: (work: () => void) => (commit = work) } as unknown as Tx;
  const sessions = {
    stop: async (_tx: Tx, key: string, by: string) => void stops.set(key, by),
    stops: async (keys: readonly string[]) => new Map([...stops].filter(([key]) => keys.includes(key))),
  } as unknown as SessionRepository;
  const queue = {
    expedite: async (_kind: string, key: string) => void hurried.push(key),
  } as unknown as JobQueue;
  const joined: string[] = [];
  const joins = { joinedAmong: async () => joined } as unknown as JoinsRepository;
  const held = new Set<string>();
  let readAgain: () => void = () => undefined;
  const holds = {
    follow: (listener: () => void) => (readAgain = listener),
    isHeld: ({ conversation }: { conversation: string }) => held.has(conversation),
  } as unknown as HoldsInForce;
  const hold = (conversation: string) => {
    held.add(conversation);
    readAgain();
  };
  const sut = new RunningTurns(sessions, queue, joins, holds);
  const at = (order: number, conversation: string) => {
    const event = { channel: 'fake', account: 'a', conversation: { id: conversation } } as Utterance;
    return { id: `evt_${order}`, sessionKey: 's', event };
  };
  const begin = (order: number, conversation = 'c', isUnsaid = true) =>
    sut.begin(at(order, conversation), () => isUnsaid);
  const stop = async (order: number) => {
    await sut.stop(tx, at(order, 'c'));
    commit();
  };
  return { sut, stops, hurried, joined, at, begin, stop, hold };
}

describe('RunningTurns', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('aborts a turn whose message is joined, here at once, on another replica within a second', async () => {
    const { sut, begin, at, joined, hurried } = make();
    const [joinedHere, other, joinedElsewhere, said] = [begin(1), begin(2), begin(3), begin(4, 'c', false)];
    sut.join(at(1, 'c'));
    expect(joinedHere.signal.reason).toBe(JOINED);
    expect(hurried).toEqual(['s']);
    joined.push('evt_3', 'evt_4');
    await jest.advanceTimersByTimeAsync(1_000);
    expect([other, joinedElsewhere, said].map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
    for (const each of [joinedHere, other, joinedElsewhere, said]) each.end();
  });

  it('aborts the turns of a conversation that a person takes over, and of no other', () => {
    const { begin, hold } = make();
    const turns = [begin(1), begin(2, 'other')];
    hold('c');
    expect(turns.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(() => turns[0]!.throwIfEnded()).toThrow(HeldError);
    for (const turn of turns) turn.end();
  });

  it('stops turns of messages written before the command in its conversation', async () => {
    const { begin, stop, hurried } = make();
    const turns = [begin(1), begin(4), begin(5), begin(6), begin(1, 'other')];
    await stop(5);
    expect(turns.map(({ signal }) => signal.aborted)).toEqual([true, true, false, false, false]);
    expect(hurried).toEqual(['s']);
    for (const turn of turns) turn.end();
    expect(jest.getTimerCount()).toBe(1);
  });

  it('stops an older turn that begins within a minute after the command', async () => {
    const { begin, stop } = make();
    await stop(5);
    expect([begin(4), begin(5)].map(({ signal }) => signal.aborted)).toEqual([true, false]);
    // By then it is the session that says so.
    await jest.advanceTimersByTimeAsync(60_000);
    expect(begin(4).signal.aborted).toBe(false);
  });

  it('keeps the later of two stops for a minute of its own', async () => {
    const { begin, stop } = make();
    await stop(5);
    await jest.advanceTimersByTimeAsync(30_000);
    await stop(9);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(begin(8).signal.aborted).toBe(true);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(begin(8).signal.aborted).toBe(false);
  });

  it('aborts a turn with its job, without ending the turn by that', async () => {
    const { sut, at, stop } = make();
    const [job, reason] = [new AbortController(), new Error('the lease is lost')];
    const turns = [1, 2].map((order) => sut.begin(at(order, 'c'), () => true, job.signal));
    turns[1]!.end();
    job.abort(reason);
    expect(turns[0]!.signal.reason).toBe(reason);
    expect(turns[1]!.signal.aborted).toBe(false);
    expect(() => turns[0]!.throwIfEnded()).not.toThrow();
    await stop(5);
    expect(() => turns[0]!.throwIfEnded()).toThrow('stopped by a command');
    const late = sut.begin(at(9, 'c'), () => true, job.signal);
    expect(late.signal.reason).toBe(reason);
    for (const turn of [turns[0]!, late]) turn.end();
  });

  it('ends the turns of some messages, and the waits of others, and waits ten seconds at most', async () => {
    const { sut, begin } = make();
    const [theirs, other] = [begin(1), begin(2)];
    let waited = 0;
    void sut.untilJoined('evt_3').then(() => waited++);
    let hasEnded = 0;
    void sut.endAll(new Set(['evt_1', 'evt_3'])).then(() => hasEnded++);
    await jest.advanceTimersByTimeAsync(9_999);
    expect([theirs, other].map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect([waited, hasEnded]).toEqual([1, 0]);
    await jest.advanceTimersByTimeAsync(1);
    expect(hasEnded).toBe(1);
    void sut.endAll(new Set(['evt_1'])).then(() => hasEnded++);
    theirs.end();
    await jest.advanceTimersByTimeAsync(0);
    expect(hasEnded).toBe(2);
    other.end();
  });

  it('forgets the stops of a person who is forgotten', async () => {
    const { sut, begin, stop } = make();
    await stop(5);
    sut.forgetPeople(['fake:a:d']);
    expect(begin(4).signal.aborted).toBe(true);
    sut.forgetPeople(['fake:a:c']);
    expect(begin(4).signal.aborted).toBe(false);
  });

  it('learns within a second of a stop on another replica', async () => {
    const { sut, stops, begin } = make();
    const [old, fresh] = [begin(4), begin(9)];
    stops.set('s:stop:fake:a:c', 'evt_5');
    await jest.advanceTimersByTimeAsync(1_000);
    expect([old.signal.aborted, fresh.signal.aborted]).toEqual([true, false]);
    sut.onModuleDestroy();
    expect(jest.getTimerCount()).toBe(0);
  });
});
