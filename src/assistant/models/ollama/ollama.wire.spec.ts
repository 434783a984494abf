import type { AgentSettings, TurnInput } from '../../runtime.js';
import type { PastStep, Step } from '../../runtimes/steps.js';
import { FakeToolBox, turnInput } from '../../testing/turns.js';
import { ollamaWire } from './ollama.wire.js';

const FIRST: Step = { past: [], tools: [] };
const OK = { ok: true, value: { done: true } } as const;

function request(
  step: Step = FIRST,
  runtime: Partial<AgentSettings['runtime']> = {},
  more: Partial<TurnInput> = {},
) {
  const input = turnInput('what is it?', { type: 'ollama', model: 'qwen3:14b', ...runtime }, more);
  return ollamaWire.request({ input, step, maxOutputTokens: 1_000 });
}
const bodyOf = (...given: Parameters<typeof request>) =>
  JSON.parse(request(...given).body) as { messages: object[]; [key: string]: unknown };
const stepOf = (past: PastStep) => bodyOf({ past: [past], tools: [] }).messages.slice(2);
const result = (more: object = {}) => ({
  role: 'tool',
  tool_name: 'message',
  content: '{"done":true}',
  ...more,
});

describe('a request to Ollama', () => {
  it('names the window, and refuses to be cut', () => {
    expect(bodyOf(FIRST, { contextWindow: 32_768 })).toEqual({
      model: 'qwen3:14b',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'what is it?' },
      ],
      stream: true,
      truncate: false,
      shift: false,
      options: { num_predict: 1_000, num_ctx: 32_768 },
    });
    expect(bodyOf()).toMatchObject({ options: { num_predict: 1_000 } });
  });

  it.each([
    [undefined, undefined],
    ['off', false],
    ['low', 'low'],
    ['high', 'high'],
  ] as const)('asks for reasoning %s by think %j', (reasoning, think) => {
    expect(bodyOf(FIRST, { ...(reasoning && { reasoning }) }).think).toBe(think);
  });

  it('shows images beside the text', () => {
    const image = { name: 'a.png', mimeType: 'image/png', bytes: 3, data: new Uint8Array([1, 2, 3]) };
    const message = { ...turnInput('what is it?', { type: 'ollama' }).message, attachments: [image] };
    expect(bodyOf(FIRST, {}, { message }).messages.at(-1)).toEqual({
      role: 'user',
      content: 'what is it?',
      images: ['AQID'],
    });
  });

  it('offers the tools, and none when no more calls may be made', () => {
    const { definitions } = new FakeToolBox();
    const [{ name, description, inputSchema: parameters }] = definitions as [(typeof definitions)[0]];
    expect(bodyOf({ past: [], tools: definitions }).tools).toEqual([
      { type: 'function', function: { name, description, parameters } },
    ]);
    expect(bodyOf().tools).toBeUndefined();
    expect(bodyOf({ past: [], tools: definitions, isFinal: true }).tools).toBeUndefined();
  });

  it("sends the model's own message back as it was, and the results in the order of the calls", () => {
    const verbatim = {
      role: 'assistant',
      content: 'Both.',
      thinking: 'Hm.',
      tool_calls: [
        { id: 'a1', function: { index: 0, name: 'message', arguments: { n: 1 } } },
        { function: { name: 'message', arguments: {} } },
      ],
    };
    const calls = ['a1', 'call_made'].map((id) => ({ call: { id, name: 'message', input: {} }, result: OK }));
    expect(stepOf({ text: 'Both.', calls, verbatim })).toEqual([
      verbatim,
      result({ tool_call_id: 'a1' }),
      result(),
    ]);
  });

  it.each([[undefined], [[1]], ['word']])(
    "writes another model's call with the arguments %j as one with none",
    (input) => {
      const call = { id: 'x', name: 'message', input };
      expect(stepOf({ text: '', calls: [{ call, result: { ok: false, error: 'no' } }] })).toEqual([
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ function: { name: 'message', arguments: {} } }],
        },
        result({ content: 'no' }),
      ]);
    },
  );
});

describe('ollamaWire', () => {
  it('asks this machine unless told otherwise, and names a key only where there is one', () => {
    expect(request()).toMatchObject({
      url: 'http://127.0.0.1:11434/api/chat',
      headers: { accept: 'application/x-ndjson' },
    });
    const { url, headers } = request(FIRST, { baseUrl: 'https://ollama.com/', apiKey: 'secret-key' });
    expect(url).toBe('https://ollama.com/api/chat');
    expect(headers.authorization).toBe('Bearer secret-key');
  });
});
