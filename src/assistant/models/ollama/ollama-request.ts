import { instructionsOf } from '../../prompt/envelope.js';
import { promptOf } from '../../prompt/prompt.js';
import type { PromptMessage } from '../../prompt/prompt-message.js';
import type { AgentSettings, ToolDefinition, ToolResult } from '../../runtime.js';
import type { PastStep, RequestedCall } from '../../runtimes/steps.js';
import { argumentsOf } from '../requested-call.js';
import type { ModelCall } from '../wire.js';

/** A call as the model made it; it may have further fields, which are sent back with it. */
export interface OllamaCall {
  /** Since version 0.12.10. */
  readonly id?: string;
  readonly function: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
}

export interface OllamaMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly thinking?: string;
  /** In base64. */
  readonly images?: readonly string[];
  readonly tool_calls?: readonly OllamaCall[];
  /** Of a result. */
  readonly tool_name?: string;
  /** Of a result, where the call had an id. */
  readonly tool_call_id?: string;
}

type Reasoning = NonNullable<AgentSettings['runtime']['reasoning']>;

/** Everything in a request except the model and its messages. */
interface OllamaOptions {
  readonly stream: true;
  /**
   * Otherwise a prompt that is too long is cut from the front without a word, instructions and tools first. Both are
   * needed: which part of Ollama handles a prompt depends on the model's template (ollama#17889).
   */
  readonly truncate: false;
  readonly shift: false;
  readonly think?: boolean | Exclude<Reasoning, 'off'>;
  readonly tools?: readonly object[];
  readonly options: { readonly num_predict: number; readonly num_ctx?: number };
}

/**
 * The body of a streamed `/api/chat` call, assembled from pieces of JSON: those of the history's messages are made
 * once, not for each turn.
 */
export function ollamaRequest(call: ModelCall): string {
  const { input, step } = call;
  const { model = '' } = input.agent.runtime;
  const system = instructionsOf(input);
  const messages = promptOf(input).map(messageJson);
  if (system) messages.unshift(JSON.stringify({ role: 'system', content: system } satisfies OllamaMessage));
  for (const past of step.past) messages.push(...stepMessages(past).map((each) => JSON.stringify(each)));
  const options = JSON.stringify(optionsOf(call));
  return `{"model":${JSON.stringify(model)},"messages":[${messages.join(',')}],${options.slice(1)}`;
}

/** `num_ctx` is the same for all calls of an agent: a change of it loads the model again. */
function optionsOf({ input, step, maxOutputTokens }: ModelCall): OllamaOptions {
  const { reasoning, contextWindow } = input.agent.runtime;
  return {
    stream: true,
    truncate: false,
    shift: false,
    ...(reasoning !== undefined && { think: reasoning === 'off' ? false : reasoning }),
    ...(step.tools.length > 0 && { tools: step.tools.map(toolJson) }),
    options: {
      num_predict: maxOutputTokens,
      ...(contextWindow !== undefined && { num_ctx: contextWindow }),
    },
  };
}

function messageJson({ role, text, escaped, images }: PromptMessage): string {
  if (role === 'assistant' || !images) return `{"role":"${role}","content":"${escaped}"}`;
  const shown = images.map(({ data }) => Buffer.from(data).toString('base64'));
  return JSON.stringify({ role, content: text, images: shown } satisfies OllamaMessage);
}

/** The results stand in the order of the calls, by which the templates of most models tell them apart. */
function stepMessages(past: PastStep): OllamaMessage[] {
  const own = past.verbatim as OllamaMessage | undefined;
  const ids = new Set(own?.tool_calls?.map(({ id }) => id));
  const results = past.calls.map(({ call: { id, name }, result }): OllamaMessage => ({
    role: 'tool',
    tool_name: name,
    ...(ids.has(id) && { tool_call_id: id }),
    content: resultText(result),
  }));
  return [own ?? foreignMessage(past), ...results];
}

/** The answer of another wire's model. */
const foreignMessage = ({ text, calls }: PastStep): OllamaMessage => ({
  role: 'assistant',
  content: text,
  tool_calls: calls.map(({ call }) => callJson(call)),
});

const callJson = (call: RequestedCall): OllamaCall => ({
  function: { name: call.name, arguments: argumentsOf(call) },
});

const resultText = (result: ToolResult): string =>
  result.ok ? JSON.stringify(result.value ?? null) : result.error;

const toolJson = ({ name, description, inputSchema }: ToolDefinition): object => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
});
