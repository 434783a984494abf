import { Assistant, OverBudgetError } from '../../assistant/index.js';
import { AgentProcessor } from './agent.processor.js';

describe('the processor agent', () => {
  it('answers 429 with the name of a budget that is used up, and when there is room again', async () => {
    const asked: unknown[] = [];
    const answer: Assistant['answer'] = async (question) => {
      asked.push(question.caller);
      throw new OverBudgetError('house', '2026-11', Date.now() + 90_500);
    };
    const sut = new AgentProcessor(
      Object.assign(Object.create(Assistant.prototype) as Assistant, {
        answer,
        config: { defaultAgent: { id: 'main' } },
      }),
    );
    const input = { id: 'dpr_1', userId: 'usr_1', keyId: 'key_1', data: 'x', options: {} };
    await expect(sut.run(input, new AbortController().signal)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      details: 'the budget "house" is used up',
      retryAfterSeconds: 91,
    });
    expect(asked).toEqual([{ userId: 'usr_1', keyId: 'key_1' }]);
  });
});
