import { instructionsOf } from '../../prompt/envelope.js';
import { promptOf } from '../../prompt/prompt.js';
import type { PromptMessage } from '../../prompt/prompt-message.js';
import type { AgentSettings, ToolDefinition, ToolResult } from '../../runtime.js';
import { imagesIn } from '../../runtimes/result-images.js';
import type { PastStep, Step } from '../../runtimes/steps.js';
import { type NamedCall, renamedCalls } from '../request-parts.js';
import type { ModelCall } from '../wire.js';

type Reasoning = NonNullable<AgentSettings['runtime']['reasoning']>;

/** How much a model reasons: models before Gemini 3 take a number of tokens, later ones a level. */
type GeminiThinking = { readonly includeThoughts: false } & (
  { readonly thinkingLevel: 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH' } | { readonly thinkingBudget: number }
);

const LEVELS = { off: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const;
/** The budgets of Google's own compatibility layer (ai.google.dev/gemini-api/docs/openai), tokens. */
const BUDGETS: Readonly<Record<Reasoning, number>> = { off: 0, low: 1_024, medium: 8_192, high: 24_576 };

/** Matches the names of the models that know no levels, with or without a path before the name. */
const BEFORE_LEVELS = /(?:^|\/)gemini-(?:1|2)[.-]/;
/** Matches those of them that do not reason, and refuse a request that mentions it. */
const WITHOUT_THINKING = /(?:^|\/)gemini-(?:1\.|2\.0)/;

/** Whether the model is Gemini 3 or later: it takes levels, and refuses a call without its signature. */
const takesLevels = (model: string): boolean => !BEFORE_LEVELS.test(model);

/**
 * `off` turns the reasoning of Gemini 2.5 Flash off. Gemini 3 and later can not turn it off, so they get their lowest
 * level. A model without that level, or one that must reason (2.5 Pro), refuses the request with status 400; it is not
 * asked for more reasoning than the operator set.
 * @returns undefined to leave it to the model
 */
function thinkingOf({ model = '', reasoning }: AgentSettings['runtime']): GeminiThinking | undefined {
  if (reasoning === undefined) return undefined;
  if (takesLevels(model)) return { includeThoughts: false, thinkingLevel: LEVELS[reasoning] };
  if (reasoning === 'off' && WITHOUT_THINKING.test(model)) return undefined;
  return { includeThoughts: false, thinkingBudget: BUDGETS[reasoning] };
}

/** A part of a message. The model's own may have further fields, which are sent back with it. */
export interface GeminiPart {
  readonly text?: string;
  /** The part is a summary of the model's reasoning. */
  readonly thought?: boolean;
  /** The model's reasoning, encrypted; base64. */
  readonly thoughtSignature?: string;
  readonly inlineData?: InlineData;
  readonly functionCall?: {
    readonly id?: string;
    readonly name?: string;
    readonly args?: Readonly<Record<string, unknown>>;
  };
  readonly functionResponse?: {
    readonly id?: string;
    readonly name: string;
    readonly response: { readonly output: unknown } | { readonly error: string };
    /** Since Gemini 3. */
    readonly parts?: readonly { readonly inlineData: InlineData }[];
  };
}

/** A file; `data` in base64. */
interface InlineData {
  readonly mimeType: string;
  readonly data: string;
}

export interface GeminiContent {
  readonly role: 'user' | 'model';
  readonly parts: readonly GeminiPart[];
}

export interface GeminiTool {
  readonly name: string;
  readonly description: string;
  /** Any JSON Schema; the older `parameters` takes a part of OpenAPI's. */
  readonly parametersJsonSchema: Readonly<Record<string, unknown>>;
}

/** Everything in a request except its contents and tools. */
export interface GeminiOptions {
  readonly systemInstruction?: { readonly parts: readonly { readonly text: string }[] };
  readonly generationConfig: {
    readonly maxOutputTokens: number;
    readonly thinkingConfig?: GeminiThinking;
  };
}

/**
 * Stands for the signature of a call that another vendor's model made, in front of models that refuse a call without
 * one. Google names it for this (ai.google.dev/gemini-api/docs/thought-signatures).
 */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator';

/** The body of a `streamGenerateContent` call. */
export function geminiRequest(call: ModelCall): string {
  const { input, step } = call;
  const { model = '' } = input.agent.runtime;
  const past = step.past.flatMap((each, index) => stepContents(each, index, takesLevels(model)));
  const contents = [...promptOf(input).map(contentOf), ...past];
  return JSON.stringify({ contents, ...optionsOf(call), ...toolsJson(step) });
}

function optionsOf({ input, maxOutputTokens }: ModelCall): GeminiOptions {
  const instructions = instructionsOf(input) ?? '';
  const thinkingConfig = thinkingOf(input.agent.runtime);
  return {
    ...(instructions !== '' && { systemInstruction: { parts: [{ text: instructions }] } }),
    generationConfig: { maxOutputTokens, ...(thinkingConfig && { thinkingConfig }) },
  };
}

/** Tools that may not be called any more stay: the cached beginning starts with them. */
function toolsJson({ tools, isFinal = false }: Step): object {
  if (tools.length === 0) return {};
  return {
    tools: [{ functionDeclarations: tools.map(declarationOf) }],
    toolConfig: { functionCallingConfig: { mode: isFinal ? 'NONE' : 'AUTO' } },
  };
}

const declarationOf = ({ name, description, inputSchema }: ToolDefinition): GeminiTool => ({
  name,
  description,
  parametersJsonSchema: inputSchema,
});

/** Images and PDFs follow the text. */
function contentOf({ role, text, images }: PromptMessage): GeminiContent {
  if (role === 'assistant') return { role: 'model', parts: [{ text }] };
  if (!images) return { role, parts: [{ text }] };
  const files = images.map(({ mimeType, data }) => ({
    inlineData: { mimeType, data: Buffer.from(data).toString('base64') },
  }));
  return { role, parts: [...textParts(text), ...files] };
}

/** The model's answer, and the results of its calls. @param isThird whether the model is Gemini 3 or later */
function stepContents(past: PastStep, index: number, isThird: boolean): GeminiContent[] {
  const own = past.verbatim as readonly GeminiPart[] | undefined;
  const renamed = own ? [] : renamedCalls(past, index);
  const calls = own ? past.calls.map(({ call, result }) => ({ ...call, result })) : renamed;
  return [
    { role: 'model', parts: own ?? foreignParts(past.text, renamed, isThird) },
    { role: 'user', parts: resultParts(calls, own ?? [], isThird) },
  ];
}

/** The answer of another wire's model. Only the first call of a step needs a signature. */
function foreignParts(text: string, calls: readonly NamedCall[], isSigned: boolean): GeminiPart[] {
  const made = calls.map(({ name, input }, index): GeminiPart => ({
    functionCall: { name, args: { ...input } },
    ...(isSigned && index === 0 && { thoughtSignature: FOREIGN_SIGNATURE }),
  }));
  return [...textParts(text), ...made];
}

/**
 * In the order of the calls; only ids that the model gave are named. Models before Gemini 3 take no images within a
 * result: they follow the results.
 */
function resultParts(
  calls: readonly Pick<NamedCall, 'id' | 'name' | 'result'>[],
  own: readonly GeminiPart[],
  isThird: boolean,
): GeminiPart[] {
  const ids = new Set(own.map(({ functionCall }) => functionCall?.id));
  const imagesOf = (result: ToolResult) =>
    imagesIn(result).map(({ mimeType, base64: data }) => ({ inlineData: { mimeType, data } }));
  const results = calls.map(({ id, name, result }): GeminiPart => {
    const parts = isThird ? imagesOf(result) : [];
    const named = { ...(ids.has(id) && { id }), name, response: responseOf(result) };
    return { functionResponse: { ...named, ...(parts.length > 0 && { parts }) } };
  });
  return isThird ? results : [...results, ...calls.flatMap(({ result }) => imagesOf(result))];
}

const responseOf = (result: ToolResult): { readonly output: unknown } | { readonly error: string } =>
  result.ok ? { output: result.value ?? null } : { error: result.error };

/** A part without a text is refused. */
const textParts = (text: string): GeminiPart[] => (text === '' ? [] : [{ text }]);
