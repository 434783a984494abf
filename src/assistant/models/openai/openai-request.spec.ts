import type { ResponseCreateParamsStreaming, ResponseInputItem } from 'openai/resources/responses/responses';
import { HistoryLine } from '../../prompt/history-line.js';
import type { AgentSettings, ToolDefinition, TurnInput, TurnMessage } from '../../runtime.js';
import type { PastStep, Step } from '../../runtimes/steps.js';
import { turnInput } from '../../testing/turns.js';
import { openAiWire } from './openai.wire.js';

type Body = ResponseCreateParamsStreaming;

const FIRST: Step = { past: [], tools: [] };
const TOOLS: readonly ToolDefinition[] = ['message', 'alarm'].map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: {} },
}));

const asked = (
  more: Partial<TurnInput> = {},
  { step = FIRST, ...runtime }: Partial<AgentSettings['runtime']> & { readonly step?: Step } = {},
) => {
  const input = turnInput('what is it?', { type: 'openai', model: 'gpt-5.4', ...runtime }, more);
  return openAiWire.request({ input, step, maxOutputTokens: 512 });
};
/** The body, which each test compares with a value of the vendor's own type. */
const bodyOf = (...given: Parameters<typeof asked>) => JSON.parse(asked(...given).body) as Body;
const itemsOf = (...given: Parameters<typeof asked>) => bodyOf(...given).input as unknown[];

const said = (role: TurnMessage['role'], text: string) =>
  new HistoryLine({ role, kind: 'turn', text, at: 0 });
const attached = (mimeType: string) => ({
  name: 'a',
  mimeType,
  bytes: 3,
  data: new Uint8Array([1, 2, 3]),
});
const QUESTION: ResponseInputItem = { role: 'user', content: 'what is it?' };

describe('a request to OpenAI', () => {
  it('has a question, the instructions and the tools in their order, and is stored nowhere', () => {
    expect(bodyOf({}, { step: { past: [], tools: TOOLS }, reasoning: 'low' })).toEqual({
      model: 'gpt-5.4',
      stream: true,
      store: false,
      max_output_tokens: 512,
      prompt_cache_key: expect.stringMatching(/^[\w-]{43}$/) as string,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low' },
      instructions: 'Be brief.',
      tools: ['message', 'alarm'].map((name) => ({
        type: 'function' as const,
        name,
        description: `Does ${name}.`,
        parameters: { type: 'object', properties: {} },
        strict: false,
      })),
      input: [QUESTION],
    } satisfies Body);
  });

  it('goes to the vendor, or to the address that is set', () => {
    const { url, headers } = asked({}, { apiKey: 'key' });
    expect(url).toBe('https://api.openai.com/v1/responses');
    expect(headers).toMatchObject({ authorization: 'Bearer key' });
    const other = asked({}, { baseUrl: 'http://127.0.0.1:1/v1/' });
    expect(other.url).toBe('http://127.0.0.1:1/v1/responses');
    expect(other.headers).not.toHaveProperty('authorization');
  });

  it.each<[AgentSettings['runtime']['reasoning'], Body['reasoning']]>([
    [undefined, undefined],
    ['off', { effort: 'none' }],
    ['high', { effort: 'high' }],
  ])('states the reasoning %s', (reasoning, expected) => {
    expect(bodyOf({}, { reasoning }).reasoning).toEqual(expected);
  });

  it.each([
    ['gpt-4o-mini', false],
    ['openai/gpt-4.1', false],
    ['ft:gpt-4o:us::x', false],
    ['gpt-5-chat-latest', false],
    ['gpt-5.4', true],
    ['o4-mini', true],
    ['my-deployment', true],
  ])('to the model %s asks for its reasoning: %s', (model, expected) => {
    expect(bodyOf({}, { model }).include !== undefined).toBe(expected);
  });

  it("has a session's own key for the cache, in which no address can be read", () => {
    const keyOf = (sessionKey: string) => bodyOf({ sessionKey }).prompt_cache_key;
    const key = keyOf('agent:main:imbridge:+12025550143');
    expect(key).toBe(keyOf('agent:main:imbridge:+12025550143'));
    expect(key).not.toBe(keyOf('agent:main:imbridge:+12025550144'));
    expect(key).not.toContain('2025550143');
  });

  it('shows images and PDFs behind the text', () => {
    const message: TurnMessage = {
      role: 'user',
      kind: 'turn',
      text: 'look',
      at: 0,
      attachments: [attached('image/png'), attached('application/pdf')],
    };
    expect(itemsOf({ message })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'look' },
          { type: 'input_image', image_url: 'data:image/png;base64,AQID', detail: 'auto' },
          {
            type: 'input_file',
            filename: 'file-2.pdf',
            file_data: 'data:application/pdf;base64,AQID',
          },
        ],
      },
    ] satisfies ResponseInputItem[]);
  });

  it('has the history before the question', () => {
    const history = [said('user', 'how are you?'), said('assistant', 'fine "thanks"')];
    expect(itemsOf({ history })).toEqual([
      { role: 'user', content: 'how are you?' },
      { role: 'assistant', content: 'fine "thanks"' },
      QUESTION,
    ] satisfies ResponseInputItem[]);
  });
});

describe('an earlier step of a turn with OpenAI', () => {
  const calls: PastStep['calls'] = [
    { call: { id: 'call_A', name: 'message', input: { n: 1 } }, result: { ok: true, value: { done: true } } },
    { call: { id: 'call_B', name: 'no such/tool', input: [1] }, result: { ok: false, error: 'no' } },
  ];
  const results = (first: string, second: string): ResponseInputItem[] => [
    { type: 'function_call_output', call_id: first, output: '{"done":true}' },
    { type: 'function_call_output', call_id: second, output: 'no' },
  ];

  it("is the model's own items, and the results behind them", () => {
    const items: ResponseInputItem[] = [
      { type: 'reasoning', id: 'rs_0', summary: [], encrypted_content: 'gAAAA' },
      { type: 'function_call', id: 'fc_1', call_id: 'call_A', name: 'message', arguments: '{"n":1}' },
      { type: 'function_call', id: 'fc_2', call_id: 'call_B', name: 'no such/tool', arguments: '[1]' },
    ];
    const step = { past: [{ text: '', calls, verbatim: items }], tools: TOOLS };
    expect(itemsOf({}, { step }).slice(1)).toEqual([
      ...items,
      ...results('call_A', 'call_B'),
    ] satisfies ResponseInputItem[]);
  });

  it('of another model has ids and names that the vendor accepts', () => {
    const step = { past: [{ text: 'Look:', calls }], tools: TOOLS };
    expect(itemsOf({}, { step }).slice(1)).toEqual([
      { role: 'assistant', content: 'Look:' },
      { type: 'function_call', call_id: 'call_1_1', name: 'message', arguments: '{"n":1}' },
      { type: 'function_call', call_id: 'call_1_2', name: 'no_such_tool', arguments: '{}' },
      ...results('call_1_1', 'call_1_2'),
    ] satisfies ResponseInputItem[]);
  });
});

it('a request to OpenAI keeps the tools of the step before, and forbids calls, when no more may be made', () => {
  const { tools, tool_choice: choice } = bodyOf({}, { step: { past: [], tools: TOOLS } });
  const final = bodyOf({}, { step: { past: [], tools: TOOLS, isFinal: true } });
  expect(final).toMatchObject({ tools, tool_choice: 'none' });
  expect([choice, tools?.length]).toEqual([undefined, TOOLS.length]);
});
