import { Registry } from 'prom-client';
import { OverBudgetError, type PlannedCall, UNMETERED } from '../assistant/index.js';
import { UsageMetrics } from './usage-metrics.js';

/** A call of the agent `main`. */
const planned = (model: string): PlannedCall => ({
  input: { agent: { id: 'main', runtime: { type: 'openai', model } } } as PlannedCall['input'],
  inputTokens: () => 1,
  maxOutputTokens: 1,
});
const NEVER = new AbortController().signal;

describe('UsageMetrics', () => {
  const make = () => {
    const registry = new Registry();
    const sut = new UsageMetrics(registry);
    const lines = async (name: string) =>
      (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));
    return { sut, lines };
  };

  it('counts calls by agent, model and outcome', async () => {
    const { sut, lines } = make();
    const meter = sut.measuring(UNMETERED);
    for (const outcome of ['answered', 'failed'] as const)
      (await meter.reserve(planned('one'), NEVER)).settle({ outcome, usage: undefined });
    const reserve = () => Promise.reject(new OverBudgetError('house', '2026-11', 0));
    await expect(sut.measuring({ reserve }).reserve(planned('one'), NEVER)).rejects.toThrow(OverBudgetError);
    expect(await lines('gatehouse_model_calls_total')).toEqual([
      'gatehouse_model_calls_total{agent="main",model="one",outcome="answered"} 1',
      'gatehouse_model_calls_total{agent="main",model="one",outcome="failed"} 1',
      'gatehouse_model_calls_total{agent="main",model="one",outcome="over-budget"} 1',
    ]);
  });

  it('adds up cost in the currency', async () => {
    const { sut, lines } = make();
    for (const cost of [1_000_000, 0, 250_000]) sut.paid({ agent: 'main', model: 'one', cost });
    expect(await lines('gatehouse_model_cost_total')).toEqual([
      'gatehouse_model_cost_total{agent="main",model="one"} 1.25',
    ]);
  });

  it('tells a limited number of models apart', async () => {
    const { sut, lines } = make();
    for (let n = 0; n < 150; n++) sut.paid({ agent: 'main', model: `m${n}`, cost: 1_000_000 });
    const all = await lines('gatehouse_model_cost_total');
    expect([all.length, all.at(-1)]).toEqual([
      101,
      'gatehouse_model_cost_total{agent="main",model="other"} 50',
    ]);
  });
});
