import { type FailureCode, RuntimeFailure } from '../assistant/index.js';
import { MessagesConfig } from '../config/index.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import { TurnRetry } from './turn-outcome.service.js';

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
