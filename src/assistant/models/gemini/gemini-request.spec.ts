import { type Content, type GenerateContentParameters, GoogleGenAI } from '@google/genai';
import type { AgentSettings, TurnInput, TurnMessage } from '../../runtime.js';
import type { PastStep, Step } from '../../runtimes/steps.js';
import { FakeToolBox, turnInput } from '../../testing/turns.js';
import { fetchOf } from '../testing/referee.js';
import type { ModelCall } from '../wire.js';
import type { GeminiContent, GeminiOptions, GeminiTool } from './gemini-request.js';
import { geminiWire } from './gemini.wire.js';

type Body = GeminiOptions & {
  readonly contents: readonly GeminiContent[];
  readonly tools?: readonly { readonly functionDeclarations: readonly GeminiTool[] }[];
  readonly toolConfig?: { readonly functionCallingConfig: { readonly mode: 'AUTO' | 'NONE' } };
};

const FIRST: Step = { past: [], tools: [] };
const { definitions: TOOLS } = new FakeToolBox();
const OK = { ok: true, value: { done: true } } as const;

function call(
  step: Step = FIRST,
  runtime: Partial<AgentSettings['runtime']> = {},
  more: Partial<TurnInput> = {},
): ModelCall {
  const settings = { type: 'gemini', model: 'gemini-3.1-pro', apiKey: 'key', ...runtime };
  return { input: turnInput('what is it?', settings, more), step, maxOutputTokens: 1_000 };
}
const bodyOf = (...given: Parameters<typeof call>) =>
  JSON.parse(geminiWire.request(call(...given)).body) as Body;
const message = (attachments: TurnMessage['attachments']): Partial<TurnInput> => ({
  message: { ...turnInput('what is it?', { type: 'gemini' }).message, attachments: attachments ?? [] },
});
const file = (mimeType: string) => ({ name: 'a', mimeType, bytes: 3, data: new Uint8Array([1, 2, 3]) });

/** A step as the model's own message brought it. */
const OWN: PastStep = {
  text: 'Both.',
  calls: [
    { call: { id: 'a1', name: 'message', input: { action: 'send' } }, result: OK },
    { call: { id: 'call_made', name: 'message', input: {} }, result: { ok: false, error: 'no' } },
  ],
  verbatim: [
    { text: 'Hm.', thought: true },
    { text: 'Both.' },
    { functionCall: { id: 'a1', name: 'message', args: { action: 'send' } }, thoughtSignature: 'c2ln' },
    { functionCall: { name: 'message' } },
  ],
};
const FOREIGN: PastStep = {
  text: 'Wait.',
  calls: ['x', 'y'].map((id) => ({ call: { id, name: 'message', input: { id } }, result: OK })),
};
const AS_RESULT = { name: 'message', response: { output: { done: true } } };

describe('a request to Gemini', () => {
  it('has the instructions apart from the contents', () => {
    expect(bodyOf()).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'what is it?' }] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { maxOutputTokens: 1_000 },
    });
  });

  it('shows images and PDFs behind the text', () => {
    expect(bodyOf(FIRST, {}, message([file('image/png'), file('application/pdf')])).contents).toEqual([
      {
        role: 'user',
        parts: [
          { text: 'what is it?' },
          { inlineData: { mimeType: 'image/png', data: 'AQID' } },
          { inlineData: { mimeType: 'application/pdf', data: 'AQID' } },
        ],
      },
    ]);
  });

  it('offers the tools by their JSON Schema, and none where none may be called', () => {
    const [{ name, description, inputSchema } = TOOLS[0]!] = TOOLS;
    expect(bodyOf({ past: [], tools: TOOLS })).toMatchObject({
      tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: inputSchema }] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    });
    expect(Object.keys(bodyOf())).not.toEqual(expect.arrayContaining(['tools']));
  });

  it('keeps the tools of the step before, and forbids calls, when no more may be made', () => {
    const { tools } = bodyOf({ past: [], tools: TOOLS });
    expect(bodyOf({ past: [], tools: TOOLS, isFinal: true })).toMatchObject({
      tools,
      toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    });
  });

  it("sends the model's own parts back as they are, and all results in the next content", () => {
    const { contents } = bodyOf({ past: [OWN], tools: TOOLS });
    expect(contents.slice(1)).toEqual([
      { role: 'model', parts: OWN.verbatim },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a1', ...AS_RESULT } },
          { functionResponse: { name: 'message', response: { error: 'no' } } },
        ],
      },
    ]);
  });

  it("marks the first call of another vendor's model for models that refuse it without a signature", () => {
    const own = (model: string) => bodyOf({ past: [FOREIGN], tools: TOOLS }, { model }).contents[1]?.parts;
    const calls = ['x', 'y'].map((id) => ({ functionCall: { name: 'message', args: { id } } }));
    const signed = { ...calls[0], thoughtSignature: 'skip_thought_signature_validator' };
    expect(own('gemini-3.1-pro')).toEqual([{ text: 'Wait.' }, signed, calls[1]]);
    expect(own('gemini-2.5-flash')).toEqual([{ text: 'Wait.' }, ...calls]);
    expect(bodyOf({ past: [FOREIGN], tools: TOOLS }).contents[2]?.parts).toEqual(
      calls.map(() => ({ functionResponse: AS_RESULT })),
    );
  });

  it.each([
    ['gemini-3.1-pro', undefined, undefined],
    ['gemini-3.1-flash', 'off', { thinkingLevel: 'MINIMAL' }],
    ['models/gemini-3.1-pro', 'low', { thinkingLevel: 'LOW' }],
    ['gemini-flash-latest', 'medium', { thinkingLevel: 'MEDIUM' }],
    ['gemini-4-pro', 'high', { thinkingLevel: 'HIGH' }],
    ['gemini-2.5-flash', 'off', { thinkingBudget: 0 }],
    ['models/gemini-2.5-pro', 'low', { thinkingBudget: 1_024 }],
    ['gemini-2.5-pro', 'medium', { thinkingBudget: 8_192 }],
    ['gemini-2.5-pro', 'high', { thinkingBudget: 24_576 }],
    ['gemini-2.0-flash', 'off', undefined],
  ] as const)('asks %s for reasoning %s by %j', (model, reasoning, expected) => {
    const { thinkingConfig } = bodyOf(FIRST, { model, ...(reasoning && { reasoning }) }).generationConfig;
    expect(thinkingConfig).toEqual(expected && { includeThoughts: false, ...expected });
  });

  it('is the one that Google makes of the same parameters', async () => {
    const runtime = { reasoning: 'low', baseUrl: 'http://127.0.0.1:9' } as const;
    const files = message([file('image/png'), file('application/pdf')]);
    const given = call({ past: [OWN, FOREIGN], tools: TOOLS }, runtime, files);
    const { url, headers, body } = geminiWire.request(given);
    const sent = await sentByGoogle(asParameters(JSON.parse(body) as Body), runtime.baseUrl);
    expect(sent.body).toEqual(JSON.parse(body));
    expect(sent.url).toBe(url);
    expect(sent.headers.get('x-goog-api-key')).toBe(headers['x-goog-api-key']);
  });
});

/** A client's type without its methods and with the values of its enumerations, as JSON has them. */
type Plain<T> = T extends string
  ? `${T}`
  : T extends readonly (infer Each)[]
    ? readonly Plain<Each>[]
    : T extends object
      ? { readonly [Name in keyof T]: Plain<T[Name]> }
      : T;

/** Compiles only while every part of our request is a parameter of Google's client. */
function asParameters({ contents, generationConfig, ...options }: Body): GenerateContentParameters {
  const plain: Plain<{
    contents: Content[];
    config: NonNullable<GenerateContentParameters['config']>;
  }> = { contents, config: { ...options, ...generationConfig } };
  return { model: 'gemini-3.1-pro', ...plain } as GenerateContentParameters;
}

async function sentByGoogle(parameters: GenerateContentParameters, baseUrl: string) {
  const calls: { readonly url: string; readonly init: RequestInit }[] = [];
  const answer = fetchOf([new TextEncoder().encode('data: {}\n\n')]);
  const recording: typeof fetch = (url, init = {}) => {
    calls.push({ url: url instanceof Request ? url.url : url.toString(), init });
    return answer(url, init);
  };
  const client = new GoogleGenAI({
    apiKey: 'key',
    apiVersion: 'v1beta',
    httpOptions: { baseUrl, fetch: recording },
  });
  await (await client.models.generateContentStream(parameters)).next();
  const { url, init } = calls[0]!;
  return { url, headers: new Headers(init.headers), body: JSON.parse(init.body as string) as unknown };
}
