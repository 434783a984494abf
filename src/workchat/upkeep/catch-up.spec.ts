import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { MemoryState, RecordingSink } from '../../../test/support/imbridge.js';
import { eventually } from '../../../test/support/eventually.js';
import { fakeTimeouts } from '../../../test/support/fake-timeouts.js';
import type { ConversationId } from '../../channels/index.js';
import { type Clock, SystemClock } from '../../common/index.js';
import { DirectoryFailure } from '../service/directory/directory-failure.js';
import type { Reference } from '../service/references/references.js';
import { CATCH_UP_TIMINGS, CatchUp, type CatchUpTimings } from './catch-up.js';

const MARK = 'default/heardUpTo';
const LONG_AGO = 1_000;
const place = (id: string) => ({ conversation: id as ConversationId, kind: 'group', bot: {} }) as Reference;

const untilAborted = (_id: string, signal: AbortSignal) =>
  new Promise<never[]>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

/** A catch-up of two groups with a scripted directory. */
function start(
  answer: (id: string, signal: AbortSignal, since: number) => Promise<never[]>,
  cursor = LONG_AGO,
  clock: Clock = new SystemClock(),
  timings: CatchUpTimings = { noteMs: 5, retryMs: 5, waitMs: 20 },
) {
  const state = new MemoryState();
  state.values.set(MARK, String(cursor));
  const asked: string[] = [];
  const sut = new CatchUp({
    history: {
      since: ({ conversation }, since, signal) => {
        asked.push(conversation);
        return answer(conversation, signal, since);
      },
    },
    references: () => Promise.resolve([place('one'), place('two'), { ...place('gone'), isGone: true }]),
    state,
    clock,
    isHeard: () => true,
    groupOf: () => undefined,
    answeredMs: () => 60_000,
    timings,
  });
  sut.start(new RecordingSink());
  return { sut, asked, cursor: () => Number(state.values.get(MARK)) };
}

afterEach(() => {
  jest.useRealTimers();
});

it('a catch-up repeats failed conversations, and moves its mark only once all are read', async () => {
  let failures = 3;
  const { sut, asked, cursor } = start(async (id) => {
    if (id === 'two' && failures-- > 0) {
      expect(cursor()).toBe(LONG_AGO);
      throw new DirectoryFailure('throttled', 'a pause');
    }
    return [];
  });
  await eventually(() => cursor() > LONG_AGO);
  expect(asked).toEqual(['one', 'two', 'two', 'two', 'two']);
  const noted = cursor();
  await eventually(() => cursor() > noted);
  expect(asked).toHaveLength(5);
  await sut.stop();
});

it('a catch-up with a mark ahead of the clock starts at an answerable age', async () => {
  const ahead = Date.now() + 3_600_000;
  const times: number[] = [];
  const { sut, cursor } = start(async (_, __, since) => {
    times.push(Date.now() - since);
    return [];
  }, ahead);
  await eventually(() => cursor() < ahead);
  expect(times.map((ms) => Math.round(ms / 10_000))).toEqual([6, 6]);
  await sut.stop();
});

it('a catch-up skips a conversation that is denied, and starts again when an event was lost', async () => {
  const { sut, asked, cursor } = start(() => Promise.reject(new DirectoryFailure('denied', 'HTTP 403')));
  await eventually(() => cursor() > LONG_AGO);
  expect(asked).toEqual(['one', 'two']);
  sut.lost();
  await eventually(() => asked.length === 4);
  await sut.stop();
});

it('an event lost during a catch-up starts another one', async () => {
  const { sut, asked } = start(async () => {
    if (asked.length === 1) sut.lost();
    return [];
  });
  await eventually(() => asked.length === 4);
  expect(asked).toEqual(['one', 'two', 'one', 'two']);
  await sut.stop();
});

it('the mark moves to the beginning of a catch-up, because events of its time may come later', async () => {
  const clock = new FakeClock(Date.now());
  const began = clock.now();
  const { sut, asked, cursor } = start(
    async () => {
      clock.advance(60_000);
      return [];
    },
    LONG_AGO,
    clock,
  );
  await eventually(() => cursor() > LONG_AGO);
  expect([cursor(), asked.length]).toEqual([began, 2]);
  await sut.stop();
});

it('a live event waits for the catch-up only briefly, and a stop aborts the catch-up', async () => {
  const { sut, asked, cursor } = start(untilAborted);
  await sut.caughtUp('one' as ConversationId);
  await sut.caughtUp('unknown' as ConversationId);
  sut.setUpkeep(false);
  await sut.stop();
  expect([asked.includes('one'), cursor()]).toEqual([true, LONG_AGO]);
});

it('a stop moves the mark only where no message is missing', async () => {
  const clock = new FakeClock(Date.now());
  const timings = { noteMs: 60_000, retryMs: 60_000, waitMs: 20 };
  const stopped = async (
    answer: () => Promise<never[]>,
    before: (sut: CatchUp) => void = () => undefined,
  ) => {
    const { sut, asked, cursor } = start(answer, LONG_AGO, clock, timings);
    await eventually(() => asked.length === 2);
    await setImmediate();
    before(sut);
    clock.advance(1_000);
    await sut.stop();
    return clock.now() - cursor();
  };
  expect(await stopped(async () => [])).toBe(0);
  // The mark is where the catch-up began.
  expect(
    await stopped(
      async () => [],
      (sut) => sut.lost(),
    ),
  ).toBe(1_000);
  const throttled = () => Promise.reject(new DirectoryFailure('throttled', 'a pause'));
  expect(await stopped(throttled)).toBe(clock.now() - LONG_AGO);
});

it('a live event waits for the catch-up for three seconds', async () => {
  fakeTimeouts();
  const { sut } = start(untilAborted, LONG_AGO, new SystemClock(), CATCH_UP_TIMINGS);
  const passed = jest.fn();
  const waiting = sut.caughtUp('one' as ConversationId).then(passed);
  jest.advanceTimersByTime(2_999);
  await setImmediate();
  expect(passed).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  await waiting;
  await sut.stop();
});
