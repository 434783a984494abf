import { instructionsOf } from '../../prompt/envelope.js';
import { promptOf } from '../../prompt/prompt.js';
import type { PromptMessage } from '../../prompt/prompt-message.js';
import type { AgentSettings, ToolDefinition } from '../../runtime.js';
import { imagesIn } from '../../runtimes/result-images.js';
import { callableTools, type PastStep } from '../../runtimes/steps.js';
import { type NamedCall, renamedCalls, resultText } from '../request-parts.js';
import type { ModelCall } from '../wire.js';

/** A call as the model made it; it may have further fields, which are sent back with it. */
export interface OllamaCall {
  /** Since version 0.12.10. */
  readonly id?: string;
  readonly function: { readonly name: string; readonly arguments: object };
}

export interface OllamaMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly thinking?: string;
  /** In base64. */
  readonly images?: readonly string[];
  readonly tool_calls?: readonly OllamaCall[];
  /** The tool of a result. */
  readonly tool_name?: string;
  /** The call of a result, where it had an id. */
  readonly tool_call_id?: string;
}

type Reasoning = NonNullable<AgentSettings['runtime']['reasoning']>;

/** Everything in a request except the model, its messages and tools. */
interface OllamaOptions {
  readonly stream: true;
  /**
   * Otherwise a prompt that is too long is cut from the front without a word, instructions and tools first. Both are
   * needed: which part of Ollama handles a prompt depends on the model's template (ollama#17889).
   */
  readonly truncate: false;
  readonly shift: false;
  readonly think?: boolean | Exclude<Reasoning, 'off'>;
  readonly options: { readonly num_predict: number; readonly num_ctx?: number };
}

/** The body of a streamed `/api/chat` call. */
export function ollamaRequest(call: ModelCall): string {
  const { input, step } = call;
  const { model = '' } = input.agent.runtime;
  const system = instructionsOf(input) ?? '';
  const messages = [...promptOf(input).map(messageOf), ...step.past.flatMap(stepMessages)];
  if (system !== '') messages.unshift({ role: 'system', content: system });
  const tools = callableTools(step);
  return JSON.stringify({
    model,
    messages,
    ...optionsOf(call),
    ...(tools.length > 0 && { tools: tools.map(toolJson) }),
  });
}

const toolJson = ({ name, description, inputSchema }: ToolDefinition): object => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
});

/** `num_ctx` is the same for all calls of an agent: a change of it loads the model again. */
function optionsOf({ input, maxOutputTokens }: ModelCall): OllamaOptions {
  const { reasoning, contextWindow } = input.agent.runtime;
  return {
    stream: true,
    truncate: false,
    shift: false,
    ...(reasoning !== undefined && { think: reasoning === 'off' ? false : reasoning }),
    options: {
      num_predict: maxOutputTokens,
      ...(contextWindow !== undefined && { num_ctx: contextWindow }),
    },
  };
}

function messageOf({ role, text, images }: PromptMessage): OllamaMessage {
  if (role === 'assistant' || !images) return { role, content: text };
  return { role, content: text, images: images.map(({ data }) => Buffer.from(data).toString('base64')) };
}

/** The results stand in the order of the calls, by which the templates of most models tell them apart. */
function stepMessages(past: PastStep, index: number): OllamaMessage[] {
  const own = past.verbatim as OllamaMessage | undefined;
  const ids = new Set(own?.tool_calls?.map(({ id }) => id));
  const renamed = own ? [] : renamedCalls(past, index);
  const calls = own ? past.calls.map(({ call, result }) => ({ ...call, result })) : renamed;
  const results = calls.map(({ id, name, result }): OllamaMessage => ({
    role: 'tool',
    tool_name: name,
    ...(ids.has(id) && { tool_call_id: id }),
    content: resultText(result),
    ...(imagesIn(result).length > 0 && { images: imagesIn(result).map(({ base64 }) => base64) }),
  }));
  return [own ?? foreignMessage(past.text, renamed), ...results];
}

/** The answer of another wire's model. */
const foreignMessage = (text: string, calls: readonly NamedCall[]): OllamaMessage => ({
  role: 'assistant',
  content: text,
  tool_calls: calls.map(({ name, input }) => ({ function: { name, arguments: input } })),
});
