import { createHash } from 'node:crypto';
import { instructionsOf } from '../../prompt/envelope.js';
import { promptOf } from '../../prompt/prompt.js';
import type { PromptMessage } from '../../prompt/prompt-message.js';
import type { AgentSettings, ToolDefinition, ToolResult } from '../../runtime.js';
import { imagesIn } from '../../runtimes/result-images.js';
import type { PastStep, Step } from '../../runtimes/steps.js';
import { CallIds, imageUrl, renamedCalls, resultText } from '../request-parts.js';
import type { ModelCall } from '../wire.js';

type File = NonNullable<PromptMessage['images']>[number];

/** Models without reasoning refuse a request for it (pydantic-ai#2865, #3326); any other model may reason unasked. */
const WITHOUT_REASONING = /(?:^|[/:])(?:gpt-[34]|chatgpt)|-chat(?:-|$)/;

/**
 * The body of a streamed `/responses` call. The vendor stores nothing, so a step's reasoning comes encrypted and goes back
 * with the next.
 */
export function openAiBody({ input, step, maxOutputTokens }: ModelCall): string {
  const { model = '', reasoning } = input.agent.runtime;
  const instructions = instructionsOf(input) ?? '';
  const ids = new CallIds();
  const past = step.past.flatMap((each, index) => stepJson(each, index, ids));
  return JSON.stringify({
    model,
    stream: true,
    store: false,
    max_output_tokens: maxOutputTokens,
    prompt_cache_key: cacheKey(input.sessionKey),
    ...(!WITHOUT_REASONING.test(model) && { include: ['reasoning.encrypted_content'] }),
    ...reasoningJson(reasoning),
    ...(instructions !== '' && { instructions }),
    ...toolsJson(step),
    input: [...promptOf(input).map(messageJson), ...past],
  });
}

/** The same for all turns of a session, 43 characters; sends them to where their beginning is cached. */
const cacheKey = (sessionKey: string): string => createHash('sha256').update(sessionKey).digest('base64url');

const reasoningJson = (reasoning: AgentSettings['runtime']['reasoning']): object =>
  reasoning === undefined ? {} : { reasoning: { effort: reasoning === 'off' ? 'none' : reasoning } };

/** Tools that may not be called any more stay: the cached beginning starts with them. */
function toolsJson({ tools, isFinal = false }: Step): object {
  if (tools.length === 0) return {};
  return { tools: tools.map(toolJson), ...(isFinal && { tool_choice: 'none' }) };
}

/** Not strict: that takes only schemas in which all fields are required. */
const toolJson = ({ name, description, inputSchema }: ToolDefinition): object => ({
  type: 'function',
  name,
  description,
  parameters: inputSchema,
  strict: false,
});

function messageJson({ role, text, images }: PromptMessage): object {
  if (role === 'assistant' || !images) return { role, content: text };
  const words = text === '' ? [] : [{ type: 'input_text', text }];
  return { role, content: [...words, ...images.map(fileJson)] };
}

/** A PDF needs a name, and its own is not known here. */
function fileJson({ mimeType, data }: File, index: number): object {
  const url = `data:${mimeType};base64,${Buffer.from(data).toString('base64')}`;
  return mimeType === 'application/pdf'
    ? { type: 'input_file', filename: `file-${index + 1}.pdf`, file_data: url }
    : { type: 'input_image', image_url: url, detail: 'auto' };
}

interface Item {
  readonly type?: unknown;
}

/** The model's own items and, right behind them, the results of all its calls. */
function stepJson(step: PastStep, index: number, used: CallIds): object[] {
  const { calls } = step;
  const items = step.verbatim as readonly Item[] | undefined;
  if (!items) return foreignStep(step, index);
  const own = calls.map(({ call }) => call.id);
  const ids = used.of(own);
  const results = calls.map(({ call, result }, at) => resultJson(ids[at] ?? call.id, result));
  return [...(ids === own ? items : withIds(items, ids)), ...results];
}

/** The items of an answer with other ids for its calls, in their order. */
function withIds(items: readonly Item[], ids: readonly string[]): Item[] {
  const left = [...ids];
  return items.map((item) => (item.type === 'function_call' ? { ...item, call_id: left.shift() } : item));
}

/** A step of another model, whose items would be refused here. */
function foreignStep(step: PastStep, index: number): object[] {
  const calls = renamedCalls(step, index);
  const items = calls.map(({ id, name, input }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: JSON.stringify(input),
  }));
  const said = step.text === '' ? [] : [{ role: 'assistant', content: step.text }];
  return [...said, ...items, ...calls.map(({ id, result }) => resultJson(id, result))];
}

const resultJson = (id: string, result: ToolResult): object => ({
  type: 'function_call_output',
  call_id: id,
  output: outputOf(result),
});

function outputOf(result: ToolResult): string | readonly object[] {
  const images = imagesIn(result);
  if (images.length === 0) return resultText(result);
  const shown = images.map((image) => ({ type: 'input_image', image_url: imageUrl(image), detail: 'auto' }));
  return [{ type: 'input_text', text: resultText(result) }, ...shown];
}
