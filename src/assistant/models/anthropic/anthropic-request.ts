import { instructionsOf } from '../../prompt/envelope.js';
import { promptOf } from '../../prompt/prompt.js';
import type { PromptMessage } from '../../prompt/prompt-message.js';
import type { AgentSettings, ToolDefinition, ToolResult, TurnInput } from '../../runtime.js';
import { imagesIn } from '../../runtimes/result-images.js';
import type { PastStep, Step } from '../../runtimes/steps.js';
import { CallIds, type NamedCall, renamedCalls, resultText } from '../request-parts.js';
import type { ModelCall } from '../wire.js';

const VERSION = '2023-06-01';

type File = NonNullable<PromptMessage['images']>[number];

/** Ends the part of a request that the vendor keeps in its cache; a request may have four. */
const MARK = { cache_control: { type: 'ephemeral' } } as const;
/** Texts without words are refused. */
const NO_TEXT = '(no text)';

/** The headers of every call, whatever it asks. */
export const anthropicHeaders = (apiKey: string | undefined): Readonly<Record<string, string>> => ({
  'anthropic-version': VERSION,
  ...(apiKey !== undefined && { 'x-api-key': apiKey }),
});

/**
 * The body of a streamed `/messages` call. At most three parts are marked for the cache: the instructions with the tools,
 * the history, and the results of the step before.
 */
export function anthropicBody({ input, step, maxOutputTokens }: ModelCall): string {
  const { model = '', reasoning } = input.agent.runtime;
  const system = instructionsOf(input) ?? '';
  return JSON.stringify({
    model,
    max_tokens: maxOutputTokens,
    stream: true,
    ...reasoningJson(reasoning),
    ...(system !== '' && { system: [{ type: 'text', text: system, ...MARK }] }),
    ...toolsJson(step),
    messages: [...earlierAndQuestion(input), ...pastMessages(step.past)],
  });
}

/** Models from Claude 4.6 on decide by themselves how long to reason; some of them always do, and refuse `off`. */
function reasoningJson(reasoning: AgentSettings['runtime']['reasoning']): object {
  if (reasoning === undefined) return {};
  if (reasoning === 'off') return { thinking: { type: 'disabled' } };
  return { thinking: { type: 'adaptive' }, output_config: { effort: reasoning } };
}

/** Tools that may not be called any more stay: the cached beginning starts with them. */
function toolsJson({ tools, isFinal = false }: Step): object {
  if (tools.length === 0) return {};
  return { tools: tools.map(toolJson), ...(isFinal && { tool_choice: { type: 'none' } }) };
}

const toolJson = ({ name, description, inputSchema }: ToolDefinition): object => ({
  name,
  description,
  input_schema: inputSchema,
});

function earlierAndQuestion(input: TurnInput): object[] {
  const marked = lastLasting(input);
  const prompt = promptOf(input);
  return prompt.map((message, index) => messageJson(message, index === prompt.length + marked));
}

/**
 * The position, from the end of the prompt, of the last message that the session's next turn repeats. What was heard
 * since the last answer is none: the next question is joined to it.
 */
function lastLasting({ history, alreadySaid }: TurnInput): number {
  const question = alreadySaid === '' ? 1 : 3;
  const heard = history.at(-1)?.message.role === 'user' ? 2 : 0;
  return -(question + heard + 1);
}

function messageJson({ role, text, images }: PromptMessage, isMarked: boolean): object {
  const words = text.trim() === '' ? NO_TEXT : text;
  const files = role === 'user' ? (images ?? []) : [];
  if (files.length === 0 && !isMarked) return { role, content: words };
  return { role, content: [{ type: 'text', text: words, ...(isMarked && MARK) }, ...files.map(fileJson)] };
}

function fileJson({ mimeType, data }: File): object {
  const type = mimeType === 'application/pdf' ? 'document' : 'image';
  const source = { type: 'base64', media_type: mimeType, data: Buffer.from(data).toString('base64') };
  return { type, source };
}

interface PastSteps {
  readonly length: number;
  readonly ids: CallIds;
}

function pastMessages(past: readonly PastStep[]): object[] {
  const all = { length: past.length, ids: new CallIds() };
  return past.flatMap((step, index) => stepJson(step, index, all));
}

/** The model's own message and, right behind it, one message with the results of all its calls. */
function stepJson(step: PastStep, index: number, { length, ids }: PastSteps): object[] {
  const { content, calls } = saidIn(step, index, ids);
  const results = calls.map(({ id, result }, position) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: resultContent(result),
    ...(!result.ok && { is_error: true }),
    ...(index === length - 1 && position === calls.length - 1 && MARK),
  }));
  return [
    { role: 'assistant', content },
    { role: 'user', content: results },
  ];
}

function resultContent(result: ToolResult): string | readonly object[] {
  const images = imagesIn(result);
  if (images.length === 0) return resultText(result);
  const shown = images.map(({ mimeType, base64 }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mimeType, data: base64 },
  }));
  return [{ type: 'text', text: resultText(result) }, ...shown];
}

/** The content of the model's message, and its calls by the ids in it. */
function saidIn(
  step: PastStep,
  index: number,
  used: CallIds,
): { readonly content: readonly object[]; readonly calls: readonly Pick<NamedCall, 'id' | 'result'>[] } {
  const said = step.verbatim as readonly Block[] | undefined;
  if (said) {
    const own = step.calls.map(({ call }) => call.id);
    const ids = used.of(own);
    return {
      content: ids === own ? said : withIds(said, ids),
      calls: step.calls.map(({ call, result }, at) => ({ id: ids[at] ?? call.id, result })),
    };
  }
  const calls = renamedCalls(step, index);
  const blocks = calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
  const words = step.text.trim() === '' ? [] : [{ type: 'text', text: step.text }];
  return { content: [...words, ...blocks], calls };
}

interface Block {
  readonly type?: unknown;
}

/** The content of a message with other ids for its calls, in their order. */
function withIds(content: readonly Block[], ids: readonly string[]): Block[] {
  const left = [...ids];
  return content.map((block) => (block.type === 'tool_use' ? { ...block, id: left.shift() } : block));
}
