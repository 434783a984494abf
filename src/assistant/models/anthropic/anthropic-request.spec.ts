import type Anthropic from '@anthropic-ai/sdk';
import { HistoryLine } from '../../prompt/history-line.js';
import type { AgentSettings, ToolDefinition, TurnInput, TurnMessage } from '../../runtime.js';
import type { PastStep, Step } from '../../runtimes/steps.js';
import { turnInput } from '../../testing/turns.js';
import { anthropicWire } from './anthropic.wire.js';

type Body = Anthropic.MessageCreateParamsStreaming;

const FIRST: Step = { past: [], tools: [] };
const MARK = { cache_control: { type: 'ephemeral' } } as const;
const TOOLS: readonly ToolDefinition[] = ['message', 'alarm'].map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: {} },
}));

const asked = (
  more: Partial<TurnInput> = {},
  { step = FIRST, ...runtime }: Partial<AgentSettings['runtime']> & { readonly step?: Step } = {},
) => {
  const input = turnInput('what is it?', { type: 'anthropic', model: 'm', ...runtime }, more);
  return anthropicWire.request({ input, step, maxOutputTokens: 512 });
};
/** The body, which each test compares with a value of the vendor's own type. */
const bodyOf = (...given: Parameters<typeof asked>) => JSON.parse(asked(...given).body) as unknown;
const messagesOf = (...given: Parameters<typeof asked>) => (bodyOf(...given) as Body).messages;

const said = (role: TurnMessage['role'], text: string) =>
  new HistoryLine({ role, kind: 'turn', text, at: 0 });
const attached = (mimeType: string) => ({
  name: 'a',
  mimeType,
  bytes: 3,
  data: new Uint8Array([1, 2, 3]),
});
const QUESTION: Anthropic.MessageParam = { role: 'user', content: 'what is it?' };

describe('a request to Anthropic', () => {
  it('has a question, the instructions and the tools in their order', () => {
    expect(bodyOf({}, { step: { past: [], tools: TOOLS } })).toEqual({
      model: 'm',
      max_tokens: 512,
      stream: true,
      system: [{ type: 'text', text: 'Be brief.', ...MARK }],
      tools: [
        { name: 'message', description: 'Does message.', input_schema: { type: 'object', properties: {} } },
        { name: 'alarm', description: 'Does alarm.', input_schema: { type: 'object', properties: {} } },
      ],
      messages: [QUESTION],
    } satisfies Body);
  });

  it('goes to the vendor, or to the address that is set', () => {
    const { url, headers } = asked({}, { apiKey: 'key' });
    expect(url).toBe('https://api.anthropic.com/v1/messages');
    expect(headers).toMatchObject({ 'x-api-key': 'key', 'anthropic-version': '2023-06-01' });
    const other = asked({}, { baseUrl: 'http://127.0.0.1:1/v1/' });
    expect(other.url).toBe('http://127.0.0.1:1/v1/messages');
    expect(other.headers).not.toHaveProperty('x-api-key');
  });

  it.each<[AgentSettings['runtime']['reasoning'], Pick<Body, 'thinking' | 'output_config'>]>([
    [undefined, {}],
    ['off', { thinking: { type: 'disabled' } }],
    ['low', { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
    ['high', { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
  ])('states the reasoning %s', (reasoning, expected) => {
    const { thinking, output_config } = bodyOf({}, { reasoning }) as Body;
    expect({ ...(thinking && { thinking }), ...(output_config && { output_config }) }).toEqual(expected);
  });

  it('shows images and PDFs behind the text', () => {
    const message: TurnMessage = {
      role: 'user',
      kind: 'turn',
      text: '',
      at: 0,
      attachments: [attached('image/png'), attached('application/pdf')],
    };
    expect(messagesOf({ message })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: '(no text)' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AQID' } },
        ],
      },
    ] satisfies Body['messages']);
  });

  it('ends with a user when an answer is continued', () => {
    const messages = messagesOf({ alreadySaid: 'It is ' });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(messages)).not.toContain('cache_control');
  });
});

describe('the marks for the cache of Anthropic', () => {
  const A = said('assistant', 'fine "thanks"');
  const marked = (more: Partial<TurnInput>) =>
    messagesOf(more).findIndex((message) => JSON.stringify(message).includes('cache_control'));

  it('stand at the last message that the next turn repeats', () => {
    const history = [said('user', 'how are you?'), A];
    expect(messagesOf({ history })).toEqual([
      { role: 'user', content: 'how are you?' },
      { role: 'assistant', content: [{ type: 'text', text: 'fine "thanks"', ...MARK }] },
      QUESTION,
    ] satisfies Body['messages']);
    expect(marked({ history, alreadySaid: 'It is' })).toBe(1);
    expect(marked({ history: [A] })).toBe(1);
  });

  it('do not stand at what was heard since the last answer, to which the next question is joined', () => {
    expect(marked({ history: [said('user', 'hi'), A, said('user', 'heard')] })).toBe(1);
    expect(marked({ history: [said('user', 'heard')] })).toBe(-1);
  });

  it('are three when calls were made: at the instructions, the history and the last result', () => {
    const call = { id: 'toolu_1', name: 'message', input: {} };
    const step: PastStep = { text: '', calls: [{ call, result: { ok: true, value: 1 } }], verbatim: [] };
    const { body } = asked({ history: [A] }, { step: { past: [step, step], tools: TOOLS } });
    expect(body.match(/cache_control/g)).toHaveLength(3);
    expect(body).toMatch(/"cache_control":\{"type":"ephemeral"\}\}\]\}\]\}$/);
  });
});

describe('an earlier step of a turn with Anthropic', () => {
  const one = { id: 'toolu_1', name: 'message', input: { n: 1 } };
  const two = { id: 'toolu_2', name: 'no such/tool', input: [1] };
  const calls: PastStep['calls'] = [
    { call: one, result: { ok: true, value: { done: true } } },
    { call: two, result: { ok: false, error: 'no' } },
  ];
  const results = (first: string, second: string): Anthropic.MessageParam => ({
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: first, content: '{"done":true}' },
      { type: 'tool_result', tool_use_id: second, content: 'no', is_error: true, ...MARK },
    ],
  });

  it("is the model's own message, and one message with all results", () => {
    const content: Anthropic.ContentBlockParam[] = [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'redacted_thinking', data: 'xyz' },
      { type: 'tool_use', id: 'toolu_1', name: 'message', input: { n: 1 } },
      { type: 'tool_use', id: 'toolu_2', name: 'no such/tool', input: {} },
    ];
    const step = { past: [{ text: 'hm', calls, verbatim: content }], tools: TOOLS };
    expect(messagesOf({}, { step }).slice(1)).toEqual([
      { role: 'assistant', content },
      results('toolu_1', 'toolu_2'),
    ] satisfies Body['messages']);
  });

  it('of another model has ids and names that the vendor accepts', () => {
    const step = { past: [{ text: 'Look:', calls }], tools: TOOLS };
    expect(messagesOf({}, { step }).slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'tool_use', id: 'call_1_1', name: 'message', input: { n: 1 } },
          { type: 'tool_use', id: 'call_1_2', name: 'no_such_tool', input: {} },
        ],
      },
      results('call_1_1', 'call_1_2'),
    ] satisfies Body['messages']);
  });

  it('keeps the tools of the step before, and forbids calls, when no more may be made', () => {
    const step = { past: [{ text: '', calls }], tools: TOOLS };
    const { tools } = bodyOf({}, { step }) as Body;
    const final = bodyOf({}, { step: { ...step, isFinal: true } }) as Body;
    expect(final).toMatchObject({ tools, tool_choice: { type: 'none' } });
    expect(tools).toHaveLength(TOOLS.length);
  });
});
