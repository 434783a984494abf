import { instructionsOf } from '../../prompt/envelope.js';
import { promptOf } from '../../prompt/prompt.js';
import type { PromptMessage } from '../../prompt/prompt-message.js';
import type { ToolDefinition, ToolResult } from '../../runtime.js';
import type { PastStep } from '../../runtimes/steps.js';
import { argumentsOf } from '../requested-call.js';
import type { ModelCall } from '../wire.js';
import { thinkingOf, takesLevels, type GeminiThinking } from './gemini-thinking.js';

/** A part of a message. The model's own may have further fields, which are sent back with it. */
export interface GeminiPart {
  readonly text?: string;
  /** The part is a summary of the model's reasoning. */
  readonly thought?: boolean;
  /** The model's reasoning, encrypted; base64. */
  readonly thoughtSignature?: string;
  /** `data` in base64. */
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly functionCall?: {
    readonly id?: string;
    readonly name?: string;
    readonly args?: Readonly<Record<string, unknown>>;
  };
  readonly functionResponse?: {
    readonly id?: string;
    readonly name: string;
    readonly response: { readonly output: unknown } | { readonly error: string };
  };
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

/** Everything in a request except its contents. */
export interface GeminiOptions {
  readonly systemInstruction?: { readonly parts: readonly { readonly text: string }[] };
  readonly tools?: readonly { readonly functionDeclarations: readonly GeminiTool[] }[];
  readonly toolConfig?: { readonly functionCallingConfig: { readonly mode: 'AUTO' } };
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

/**
 * The body of a `streamGenerateContent` call, assembled from pieces of JSON: those of the history's messages are made
 * once, not for each turn.
 */
export function geminiRequest(call: ModelCall): string {
  const { input, step } = call;
  const { model = '' } = input.agent.runtime;
  const contents = promptOf(input).map(messageJson);
  for (const past of step.past)
    contents.push(JSON.stringify(answerOf(past, model)), JSON.stringify(resultsOf(past)));
  return `{"contents":[${contents.join(',')}],${JSON.stringify(optionsOf(call)).slice(1)}`;
}

function optionsOf({ input, step, maxOutputTokens }: ModelCall): GeminiOptions {
  const instructions = instructionsOf(input);
  const thinkingConfig = thinkingOf(input.agent.runtime);
  return {
    ...(instructions && { systemInstruction: { parts: [{ text: instructions }] } }),
    ...(step.tools.length > 0 && {
      tools: [{ functionDeclarations: step.tools.map(toolJson) }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    }),
    generationConfig: { maxOutputTokens, ...(thinkingConfig && { thinkingConfig }) },
  };
}

/** Images and PDFs follow the text. */
function messageJson({ role, text, escaped, images }: PromptMessage): string {
  if (role === 'assistant') return `{"role":"model","parts":[{"text":"${escaped}"}]}`;
  if (!images) return `{"role":"user","parts":[{"text":"${escaped}"}]}`;
  const files = images.map(({ mimeType, data }) => ({
    inlineData: { mimeType, data: Buffer.from(data).toString('base64') },
  }));
  return JSON.stringify({ role: 'user', parts: [{ text }, ...files] } satisfies GeminiContent);
}

function answerOf(past: PastStep, model: string): GeminiContent {
  const parts = ownParts(past) ?? foreignParts(past, takesLevels(model));
  return { role: 'model', parts };
}

const ownParts = ({ verbatim }: PastStep): readonly GeminiPart[] | undefined =>
  verbatim as readonly GeminiPart[] | undefined;

/** The answer of another vendor's model. Only the first call of a step needs a signature. */
function foreignParts({ text, calls }: PastStep, isSigned: boolean): GeminiPart[] {
  const made = calls.map(({ call }, index): GeminiPart => ({
    functionCall: { name: call.name, args: argumentsOf(call) },
    ...(isSigned && index === 0 && { thoughtSignature: FOREIGN_SIGNATURE }),
  }));
  return text === '' ? made : [{ text }, ...made];
}

/** All results of a step stand in one content, in the order of the calls; only ids that the model gave are named. */
function resultsOf(past: PastStep): GeminiContent {
  const ids = new Set(ownParts(past)?.map(({ functionCall }) => functionCall?.id));
  const parts = past.calls.map(({ call: { id, name }, result }): GeminiPart => ({
    functionResponse: { ...(ids.has(id) && { id }), name, response: responseOf(result) },
  }));
  return { role: 'user', parts };
}

const responseOf = (result: ToolResult): { readonly output: unknown } | { readonly error: string } =>
  result.ok ? { output: result.value ?? null } : { error: result.error };

const toolJson = ({ name, description, inputSchema }: ToolDefinition): GeminiTool => ({
  name,
  description,
  parametersJsonSchema: inputSchema,
});
