import fc from 'fast-check';
import { HistoryLine, type PromptInput, promptOf, type TurnMessage } from '../../assistant/index.js';
import { withinBudget } from './history-window.js';
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
});
