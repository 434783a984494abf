import fc from 'fast-check';
import { HistoryLine, type PromptInput, promptOf, type TurnMessage } from '../../assistant/index.js';
import type { SequencedEntry } from './history.repository.js';
import { steppedFrom, withinBudget } from './history-window.js';
import { estimateTokens, MESSAGE_TOKENS } from '../../assistant/prompt/token-estimate.js';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', '一二三四', '+49 151\n2'),
);
const ids = fc.option(
  fc.integer({ min: 100_000, max: 999_999 }).map((id) => ({ short: String(id), full: `guid-${id}` })),
  { nil: undefined },
);
const message = fc
  .record(
    {
      role: fc.constantFrom('user', 'assistant'),
      kind: fc.constantFrom('turn', 'heard', 'notice'),
      text,
      at: fc.integer({ min: 0, max: 40 }).map((hours) => Date.UTC(2026, 10, 20, hours)),
      from: fc.record({ id: text, name: text }),
      ids,
      replyTo: fc.option(
        fc.record({ short: fc.constant('123456'), full: text, quote: text, isOurs: fc.boolean() }),
        { nil: undefined },
      ),
    },
    { requiredKeys: ['role', 'kind', 'text', 'at', 'from'] },
  )
  .map((each) => (each.role === 'user' ? each : { ...each, from: undefined }) as TurnMessage);
const call = fc.record({
  call: fc.record({ name: fc.constant('message'), input: fc.record({ message: text }) }),
  result: fc.record({ ok: fc.constant(true as const), value: text }),
});
const asking: fc.Arbitrary<PromptInput> = fc.record({
  place: fc.constantFrom('direct', 'group').map((kind) => ({
    channel: 'imbridge',
    account: 'default',
    conversation: { id: 'c', kind: kind },
  })),
  history: fc.array(
    message.map((each) => new HistoryLine(each)),
    { maxLength: 20 },
  ),
  message: message.map((each) => ({ ...each, role: 'user' as const, from: { id: '+4915112345678' } })),
  alreadySaid: text,
  alreadyDone: fc.array(call, { maxLength: 2 }),
});

const tokensOf = (turn: PromptInput) =>
  promptOf(turn).reduce((sum, each) => sum + MESSAGE_TOKENS + estimateTokens(each.text), 0);

describe('withinBudget', () => {
  it("keeps the model's input within the budget, including headers and the texts around the history", () => {
    fc.assert(
      fc.property(asking, fc.integer({ min: 0, max: 1_500 }), (turn, budget) => {
        const history = withinBudget(turn, budget);
        if (history.length > 0) expect(tokensOf({ ...turn, history })).toBeLessThanOrEqual(budget);
        expect(history).toEqual(turn.history.slice(turn.history.length - history.length));
        expect(history[0]?.message.role ?? 'user').toBe('user');
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the whole history when it fits', () => {
    fc.assert(
      fc.property(asking, (turn) => {
        const first = turn.history.findIndex((line) => line.message.role === 'user');
        expect(withinBudget(turn, 100_000)).toEqual(turn.history.slice(first >>> 0));
      }),
    );
  });

  it('drops to 60 % of what the question leaves when the whole does not fit, so that the next turn only adds', () => {
    const say = (text: string, n: number) =>
      new HistoryLine({ role: n % 2 ? 'assistant' : 'user', kind: 'turn', text, at: 0, from: undefined });
    const all = Array.from({ length: 40 }, (_, n) => say('word '.repeat(30), n));
    const turnOf = (history: readonly HistoryLine[]): PromptInput => ({
      history,
      message: { role: 'user', kind: 'turn', text: 'and now?', at: 0 },
      alreadySaid: '',
    });
    const cut = withinBudget(turnOf(all), 1_500);
    expect(cut[0]).toBe(all[40 - cut.length]);
    expect(tokensOf(turnOf(cut))).toBeLessThanOrEqual(900);
    const added = [...cut, say('again', 0), say('yes', 1)];
    expect(withinBudget(turnOf(added), 1_500)).toBe(added);
  });
});

describe('steppedFrom', () => {
  /** A session with a question in each of these entries, and its answer behind it. */
  const session = (questions: number) =>
    Array.from({ length: 2 * questions }, (_, n) => {
      const role = n % 2 ? 'assistant' : 'user';
      return { seq: n + 1, role, kind: 'turn' } as SequencedEntry;
    });
  const beginnings = (limit: number, turns: number) => {
    const starts: (number | null)[] = [null];
    for (let questions = 1; questions <= turns; questions++) {
      const entries = steppedFrom(session(questions), starts.at(-1)!, { limit, isHeardCounted: false });
      starts.push(entries[0]!.seq);
    }
    return starts.slice(1);
  };

  it('never has more than the limit, and drops to two thirds of it when it has outgrown it', () => {
    // The 10th question is the first that does not fit; then 6 of 9 are kept.
    expect(beginnings(9, 14)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 17]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 200 }),
        fc.option(fc.integer({ min: 1, max: 400 })),
        (limit, questions, from) => {
          const entries = steppedFrom(session(questions), from, { limit, isHeardCounted: false });
          const count = entries.filter(({ role }) => role === 'user').length;
          expect(count).toBeLessThanOrEqual(limit);
          if (from === null && questions > limit) expect(count).toBeGreaterThanOrEqual((2 * limit) / 3);
        },
      ),
    );
  });

  it('is exact up to a limit of 6', () => {
    expect(beginnings(6, 9)).toEqual([1, 1, 1, 1, 1, 1, 3, 5, 7]);
    expect(beginnings(1, 3)).toEqual([1, 3, 5]);
  });

  it('begins behind entries that retention has deleted, and is empty behind all of them', () => {
    const limits = { limit: 4, isHeardCounted: false };
    expect(steppedFrom(session(3).slice(2), 1, limits)[0]?.seq).toBe(3);
    expect(steppedFrom(session(3), 7, limits)).toEqual([]);
  });
});
