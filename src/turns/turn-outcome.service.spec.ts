import { jest } from '@jest/globals';
import { type FailureCode, OverBudgetError, RuntimeFailure } from '../assistant/index.js';
import { type Tracer, traceWith } from '../common/index.js';
import { MessagesConfig } from '../config/index.js';
import { HandedBackError, HeldError, type StoredEvent, type Utterance } from '../conversations/index.js';
import { type ClaimedJob, DONE } from '../persistence/index.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import type { AnswerWriter } from './answer/answer-writer.js';
import type { TurnStepsRepository } from './tools/turn-steps.repository.js';
import type { TurnCommit, TurnEnd, TurnStreams } from './turn-commit.service.js';
import { TurnOutcome, TurnRetry } from './turn-outcome.service.js';

const FAILURE = new RuntimeFailure('the model answered 500', true);

function make() {
  const clock = new FakeClock();
  const config = Object.assign(new MessagesConfig(), { retryForMs: 10_000, apology: 'Sorry.' });
  const sut = new TurnRetry(config, clock);
  const turn = { turnId: 'evt_1', agentId: 'main', receivedAt: clock.now() };
  return { clock, sut, turn, after: (failure = FAILURE) => sut.after(failure, turn).kind };
}

describe('TurnRetry', () => {
  it('retries for ten seconds, then apologises', () => {
    const { clock, after } = make();
    expect(after()).toBe('retry');
    clock.advance(10_000);
    expect(after()).toBe('apologise');
  });

  it('stops retrying a turn that fails although the agent answers others', () => {
    const { clock, sut, after } = make();
    for (let second = 0; second < 10; second++) {
      expect(after()).toBe('retry');
      clock.advance(1_000);
      sut.answered('main');
    }
    expect(after()).toBe('apologise');
  });

  it('measures the time by a clock that cannot be set', () => {
    const { clock, after } = make();
    expect(after()).toBe('retry');
    clock.jump(86_400_000);
    expect(after()).toBe('retry');
    clock.jump(-2 * 86_400_000);
    clock.advance(9_999);
    expect(after()).toBe('retry');
    clock.advance(1);
    expect(after()).toBe('apologise');
  });

  it('says in the apology that the answer was empty', () => {
    const { sut, turn } = make();
    const empty = new RuntimeFailure("the model's answer had no text", false, { code: 'empty' });
    expect(sut.after(empty, turn)).toEqual({
      kind: 'apologise',
      text: 'Sorry. The model gave an empty answer. Ask again, or rephrase your question.',
    });
  });

  it('says what to do about a conversation that is too long', () => {
    const { sut, turn } = make();
    const textAfter = (code?: FailureCode) =>
      sut.after(new RuntimeFailure('the model answered 400', false, { code }), turn);
    expect(textAfter('too-long')).toEqual({
      kind: 'apologise',
      text: expect.stringMatching(/^Sorry\. .* Send \/new to start a new conversation/) as string,
    });
    expect(textAfter('too-large')).toEqual(textAfter('too-long'));
    expect(textAfter()).toEqual({ kind: 'apologise', text: 'Sorry.' });
  });

  it('pauses as long as it has waited, within bounds, and as the service asks', () => {
    const { clock, sut, turn } = make();
    const pauseOf = (failure = FAILURE, of = turn) => sut.after(failure, of);
    expect(pauseOf()).toEqual({ kind: 'retry', afterMs: 500 });
    clock.advance(700);
    expect(pauseOf()).toEqual({ kind: 'retry', afterMs: 700 });
    const asks = (retryAfterMs: number) => new RuntimeFailure('busy', true, { retryAfterMs });
    expect(pauseOf(asks(20))).toEqual({ kind: 'retry', afterMs: 20 });
    // No pause outlasts the time for tries.
    expect(pauseOf(asks(60_000))).toEqual({ kind: 'retry', afterMs: 10_000 });
    // A message behind an outage has waited as long as the outage, but no longer than it is there.
    clock.advance(4_300);
    const behind = { ...turn, turnId: 'evt_2', receivedAt: clock.now() - 1_000 };
    expect(pauseOf(FAILURE, behind)).toEqual({ kind: 'retry', afterMs: 1_000 });
    expect(pauseOf(FAILURE, { ...behind, agentId: 'other' })).toEqual({ kind: 'retry', afterMs: 500 });
  });

  it('pauses for 15 seconds at most', () => {
    const clock = new FakeClock();
    const config = Object.assign(new MessagesConfig(), { retryForMs: 60_000, apology: '' });
    const sut = new TurnRetry(config, clock);
    const turn = { turnId: 'evt_1', agentId: 'main', receivedAt: clock.now() };
    sut.after(FAILURE, turn);
    clock.advance(30_000);
    expect(sut.after(FAILURE, turn)).toEqual({ kind: 'retry', afterMs: 15_000 });
    const empty = new RuntimeFailure('empty', false, { code: 'empty' });
    expect(sut.after(empty, turn)).toEqual({ kind: 'apologise', text: '' });
  });

  it('counts the failures of a turn, and forgets them with it', () => {
    const { clock, sut, turn, after } = make();
    expect(sut.ended('evt_1')).toBe(0);
    after();
    clock.advance(9_000);
    after();
    expect([sut.ended('evt_1'), sut.ended('evt_1')]).toEqual([2, 0]);
    sut.answered('main');
    clock.advance(9_000);
    expect(sut.after(FAILURE, turn)).toEqual({ kind: 'retry', afterMs: 500 });
  });

  it('remembers a thousand turns, the first of which makes room', () => {
    const { sut, turn } = make();
    for (let n = 0; n <= 1_000; n++) sut.after(FAILURE, { ...turn, turnId: `evt_${n}` });
    expect([sut.ended('evt_0'), sut.ended('evt_1'), sut.ended('evt_1000')]).toEqual([0, 1, 1]);
  });

  it('does not retry an error that is not retryable', () => {
    expect(make().after(new RuntimeFailure('the model answered 401', false))).toBe('apologise');
  });
});

describe('the outcome of a turn', () => {
  const stored = {
    id: 'evt_1',
    sessionKey: 'agent:main:s',
    receivedAt: 0,
    event: { channel: 'fake', conversation: { id: 'c' } },
  } as unknown as StoredEvent<Utterance>;
  const job = { isStopping: false } as unknown as ClaimedJob;
  const STREAM = { id: 'a' };
  const answerOf = (more: object = {}) =>
    ({
      said: '',
      rest: '',
      shownPart: '',
      facts: { run: { begunAt: 1 } },
      ...more,
    }) as unknown as AnswerWriter;

  /** @param done the results of the tools that the turn has used */
  function outcomeWith(done: readonly object[] = []) {
    const ends: TurnEnd[] = [];
    const end = jest.fn(async (_job: ClaimedJob, _stored: StoredEvent, how: TurnEnd) => {
      ends.push(how);
      return DONE;
    });
    const retry = new TurnRetry(
      Object.assign(new MessagesConfig(), { retryForMs: 10_000, apology: 'Sorry.' }),
      new FakeClock(),
    );
    const sut = new TurnOutcome(
      { end } as unknown as TurnCommit,
      retry,
      { doneIn: async () => done.map((result) => ({ result })) } as unknown as TurnStepsRepository,
      {} as TurnStreams,
      new FakeClock(),
    );
    return { sut, ends, end };
  }
  const refusal = new OverBudgetError('house', '2026-11', 0);

  it.each<[string, object, readonly object[], boolean]>([
    ['nothing was said or done', {}, [], false],
    ['a tool has failed', {}, [{ ok: false }], false],
    ['a tool was used', {}, [{ ok: false }, { ok: true }], true],
    ['something was said', { said: 'one' }, [], true],
    ['a stream shows it', { stream: STREAM }, [], true],
  ])('of a budget or a hold in its way, where %s', async (_, answer, done, isBegun) => {
    const { sut, ends } = outcomeWith(done);
    await sut.overBudget(job, stored, { answer: answerOf(answer), refusal });
    await sut.held(job, stored, answerOf(answer));
    expect(ends.map(({ outcome }) => outcome)).toEqual(
      isBegun ? ['turn', 'stopped-by-hold'] : ['over-budget', 'held'],
    );
  });

  it('has the rest of an answer that a budget cuts off, with its reply; after a stop what is shown', async () => {
    const { sut, ends } = outcomeWith();
    const answer = answerOf({ rest: 'the rest', shownPart: 'the re', replyWish: 'current', stream: STREAM });
    await sut.overBudget(job, stored, { answer, refusal });
    await sut.stopped(job, stored, answer);
    const facts = { run: { begunAt: 1, tries: 1 } };
    const both = { said: '', stream: STREAM, facts };
    expect(ends).toEqual([
      { ...both, outcome: 'turn', refusal, rest: 'the rest', replyWish: 'current' },
      { ...both, outcome: 'stopped', rest: 'the re', replyWish: undefined },
    ]);
  });

  it('of a message that was handed back meanwhile is another try; of any other fault that fault', async () => {
    const { sut, end } = outcomeWith();
    end.mockRejectedValueOnce(new HandedBackError());
    const again = { kind: 'retry', afterMs: 0, reason: 'the conversation was handed back', free: true };
    expect(await sut.held(job, stored, answerOf())).toEqual(again);
    end.mockRejectedValueOnce(new HeldError());
    await expect(sut.held(job, stored, answerOf())).rejects.toThrow(HeldError);
  });

  it('is another try, free of charge, where it was no failure of its own', async () => {
    const told: unknown[] = [];
    traceWith({ turnEnds: (...how: readonly unknown[]) => told.push(how) } as unknown as Tracer);
    const { sut, ends } = outcomeWith();
    const again = Promise.resolve();
    const deferred = 'agent-busy: too many turns wait for the agent';
    const free = { kind: 'retry', free: true };
    expect(sut.deferred({ kind: 'full', again, others: 3 })).toEqual({
      ...free,
      afterMs: 15_030,
      until: again,
      reason: deferred,
    });
    expect(sut.revoked()).toEqual({ ...free, afterMs: 0, reason: 'the sender no longer has access' });
    expect(sut.joined()).toEqual({ ...free, afterMs: 0, reason: 'another message continues it' });
    const failure = new RuntimeFailure('the model answered 500', true, { code: 'stalled' });
    const failed = { answer: answerOf(), failure };
    const reason = expect.stringMatching(/^[a-z-]+: the model answered 500$/) as string;
    const stopping = { isStopping: true } as unknown as ClaimedJob;
    expect(await sut.failed(stopping, stored, failed)).toEqual({ ...free, afterMs: 0, reason });
    expect(await sut.failed(job, stored, failed)).toEqual({ ...free, afterMs: 500, reason });
    await sut.failed(job, stored, { ...failed, failure: new RuntimeFailure('no', false) });
    traceWith(undefined);
    sut.revoked();
    expect(ends).toMatchObject([
      { outcome: 'failed', notice: 'Sorry.', facts: { run: { tries: 2, error: 'no' } } },
    ]);
    const code = expect.stringMatching(/^model-/) as string;
    expect(told).toEqual([['deferred'], ['revoked'], ['joined'], ['retry', code], ['failed', code]]);
  });
});
