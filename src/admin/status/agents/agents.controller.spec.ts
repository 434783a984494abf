import { adminApp, errorOf } from '../../../../test/support/admin-app.js';
import type { AgentTrials, TrialPart } from '../../../operator/index.js';

async function* partsOf(parts: readonly TrialPart[]): AsyncGenerator<TrialPart> {
  for (const part of parts) yield await Promise.resolve(part);
}

describe('POST /agents/{id}/try', () => {
  const { services, call } = adminApp();
  const answered = (parts: readonly TrialPart[]) =>
    services.agentTrials.ask.mockImplementation((async () => partsOf(parts)) as AgentTrials['ask']);
  const ask = (body: object) => call('POST /agents/main/try', body);

  it('streams the answer, and what it took', async () => {
    answered([
      { kind: 'text', text: 'Mon\nday' },
      { kind: 'answered', durationMs: 12, inputTokens: 30, outputTokens: 4, isCutOff: false },
    ]);
    const { status, text, headers } = await ask({ text: 'Which day?' });
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(text).toBe(
      ':\n\nevent: text\ndata: {"text":"Mon\\nday"}\n\n' +
        'event: answered\ndata: {"duration_ms":12,"input_tokens":30,"output_tokens":4,"cut_off":false}\n\n',
    );
    expect(services.agentTrials.ask).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'token:owner' }),
      { agentId: 'main', text: 'Which day?' },
      expect.anything(),
    );
  });

  it('ends with the reason where there is no answer', async () => {
    const why = { reason: 'model-late', what: 'It was late.', setting: null, remedy: 'Wait.' };
    answered([{ kind: 'failed', failure: 'no answer in time', why }]);
    const { text } = await ask({ text: 'x' });
    expect(text).toContain(
      'event: failed\ndata: {"failure":"no answer in time","reason":"model-late","what":"It was late.","setting":null,"remedy":"Wait."}\n\n',
    );
  });

  it.each([[{}], [{ text: '' }], [{ text: 'x'.repeat(8_001) }], [{ text: 1 }]])(
    'refuses a question that is none (%#)',
    async (body) => {
      const { status, body: answer } = await ask(body);
      expect([status, errorOf(answer).details]).toEqual([400, expect.stringContaining('text')]);
      expect(services.agentTrials.ask).not.toHaveBeenCalled();
    },
  );

  it('answers 404 for an unknown agent', async () => {
    expect((await ask({ text: 'x' })).status).toBe(404);
  });
});
