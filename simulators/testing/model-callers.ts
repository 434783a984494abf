import type { ModelSimulator } from '../model/model-simulator.js';
import type { WireName } from '../model/types.js';

export type Body = Readonly<Record<string, unknown>>;

/** Deliberately loose: tests check answers with matchers. */
export type Said = Readonly<Record<string, never>>;

/** A client of one wire, as small as its vendor allows. */
export interface Caller {
  readonly wire: WireName;
  /** The path of a call that is to be streamed, or not. */
  path(isStreamed: boolean): string;
  /** The header of a key. */
  readonly key: (key: string) => Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A question, with a tool; the wire's own thinking turned on. */
  body(question: string, isStreamed?: boolean): Body;
  /** The body of the next step: the answer as it came, and the results of its calls. */
  next(body: Body, answer: Said, results: readonly string[]): Body;
  /** Text of a whole answer. */
  text(answer: Said): unknown;
  /** The message in an error body. */
  problem(answer: Said): unknown;
  /** Matches the end of a stream that is whole. */
  readonly end: RegExp;
  /** Matches an error in the middle of a stream. */
  readonly error: RegExp;
}

/** A value deep in an answer. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((each, key) => (each as Record<string | number, unknown> | undefined)?.[key], value);

const list = (value: unknown): readonly Body[] => (value ?? []) as readonly Body[];
const schema = { type: 'object', properties: {} };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

const openAiCompatible: Caller = {
  wire: 'openai-compatible',
  path: () => '/v1/chat/completions',
  key: bearer,
  body: (content, stream = false) => ({
    model: 'm',
    messages: [{ role: 'user', content }],
    tools: [{ type: 'function', function: { name: 'search', parameters: schema } }],
    ...(stream && { stream, stream_options: { include_usage: true } }),
  }),
  next: (body, answer, results) => {
    const message = at(answer, 'choices', 0, 'message');
    const tools = list(at(message, 'tool_calls')).map(({ id }, index) => ({
      role: 'tool',
      tool_call_id: id,
      content: results[index],
    }));
    return { ...body, messages: [...list(body.messages), message, ...tools] };
  },
  text: (answer) =>
    at(answer, 'choices', 0, 'message', 'content') ?? at(answer, 'choices', 0, 'message', 'refusal'),
  problem: (answer) => at(answer, 'error', 'message'),
  end: /data: \[DONE\]\n\n$/,
  error: /data: \{"error":\{"message":"Simulated error"/,
};

const anthropic: Caller = {
  wire: 'anthropic',
  path: () => '/v1/messages',
  key: (key) => ({ 'x-api-key': key }),
  headers: { 'anthropic-version': '2023-06-01' },
  body: (content, stream = false) => ({
    model: 'm',
    max_tokens: 1_000,
    stream,
    thinking: { type: 'adaptive' },
    messages: [{ role: 'user', content }],
    tools: [{ name: 'search', description: '', input_schema: schema }],
  }),
  next: (body, answer, results) => {
    const content = list(answer.content);
    const blocks = content
      .filter(({ type }) => type === 'tool_use')
      .map(({ id }, index) => ({ type: 'tool_result', tool_use_id: id, content: results[index] }));
    const added = [
      { role: 'assistant', content },
      { role: 'user', content: blocks },
    ];
    return { ...body, messages: [...list(body.messages), ...added] };
  },
  text: ({ content }) => list(content).find(({ type }) => type === 'text')?.text,
  problem: (answer) => at(answer, 'error', 'message'),
  end: /event: message_stop\n.*\n\n$/,
  error: /event: error\ndata: \{"type":"error","error":\{"type":"overloaded_error"/,
};

const openAi: Caller = {
  wire: 'openai',
  path: () => '/v1/responses',
  key: bearer,
  body: (content, stream = false) => ({
    model: 'm',
    store: false,
    stream,
    include: ['reasoning.encrypted_content'],
    input: [{ role: 'user', content }],
    tools: [{ type: 'function', name: 'search', parameters: schema, strict: false }],
  }),
  next: (body, answer, results) => {
    const output = list(answer.output);
    const outputs = output
      .filter(({ type }) => type === 'function_call')
      .map((item, index) => ({
        type: 'function_call_output',
        call_id: item.call_id,
        output: results[index],
      }));
    return { ...body, input: [...list(body.input), ...output, ...outputs] };
  },
  text: ({ output }) => {
    const message = list(output).find(({ type }) => type === 'message');
    return at(message, 'content', 0, 'text') ?? at(message, 'content', 0, 'refusal');
  },
  problem: (answer) => at(answer, 'error', 'message'),
  end: /event: response\.(completed|incomplete)\n.*\n\n$/,
  error: /event: error\ndata: \{"type":"error","code":"server_error"/,
};

const gemini: Caller = {
  wire: 'gemini',
  path: (isStreamed) =>
    isStreamed ? '/v1beta/models/m:streamGenerateContent?alt=sse' : '/v1beta/models/m:generateContent',
  key: (key) => ({ 'x-goog-api-key': key }),
  body: (text) => ({
    contents: [{ role: 'user', parts: [{ text }] }],
    tools: [{ functionDeclarations: [{ name: 'search', description: '', parametersJsonSchema: schema }] }],
  }),
  next: (body, answer, results) => {
    const content = at(answer, 'candidates', 0, 'content');
    const responses = list(at(content, 'parts'))
      .filter((part) => part.functionCall !== undefined)
      .map(({ functionCall: called }, index) => ({
        functionResponse: {
          id: at(called, 'id'),
          name: at(called, 'name'),
          response: { output: results[index] },
        },
      }));
    return { ...body, contents: [...list(body.contents), content, { role: 'user', parts: responses }] };
  },
  text: (answer) =>
    list(at(answer, 'candidates', 0, 'content', 'parts'))
      .map(({ text }) => (typeof text === 'string' ? text : ''))
      .join('') || undefined,
  problem: (answer) => at(answer, 'error', 'message'),
  end: /"finishReason":"[A-Z_]+".*\r\n\r\n$/,
  error: /data: \{"error":\{"code":503,.*"status":"UNAVAILABLE"/,
};

const ollama: Caller = {
  wire: 'ollama',
  path: () => '/api/chat',
  key: bearer,
  body: (content, stream = false) => ({
    model: 'm',
    stream,
    truncate: false,
    options: { num_predict: 1_000, num_ctx: 32_000 },
    messages: [{ role: 'user', content }],
    tools: [{ type: 'function', function: { name: 'search', description: '', parameters: schema } }],
  }),
  next: (body, answer, results) => {
    const tools = list(at(answer, 'message', 'tool_calls')).map((call, index) => ({
      role: 'tool',
      tool_name: at(call, 'function', 'name'),
      content: results[index],
    }));
    return { ...body, messages: [...list(body.messages), answer.message, ...tools] };
  },
  text: (answer) => at(answer, 'message', 'content'),
  problem: (answer) => answer.error,
  end: /"done":true,.*\}\n$/,
  error: /\n\{"error":".*"\}\n$/,
};

/** One for each wire. */
export const CALLERS: readonly Caller[] = [openAiCompatible, anthropic, openAi, gemini, ollama];

export const callerOf = (wire: WireName): Caller =>
  CALLERS.find((each) => each.wire === wire) ?? openAiCompatible;

/** Sends a body, streamed or not, with the headers that the wire wants. */
export function send(
  simulator: ModelSimulator,
  caller: Caller,
  body: unknown,
  { isStreamed = false, headers = {}, signal }: SendOptions = {},
): Promise<Response> {
  return fetch(`${simulator.url}${caller.path(isStreamed)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...caller.headers, ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

export interface SendOptions {
  readonly isStreamed?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}
