import type { ModelFault } from './faults.js';
import type { ModelCore } from './model-core.js';
import type { Reasoning } from './reasoning.js';
import type { ModelReply, ToolCall } from './types.js';
import type { TokenCounts } from './usage/ledger.js';
import { tokensOf, wordsOf } from './usage/tokens.js';
import type { Answer, MadeCall, Prompt, SimulatedWire } from './wires/wire.js';

/** The reasoning of a thinking model whose reply brings none. */
export const USUAL_REASONING = 'Let me think about this before I answer.';
const REFUSAL = "I'm sorry, but I can't help with that.";

type WholeReply = Exclude<ModelReply, string>;

/** The model's answer to a checked call: its reply with ids, reasoning, limits and the usage. */
export async function makeAnswer(
  core: ModelCore,
  wire: SimulatedWire,
  prompt: Prompt,
  fault: ModelFault | undefined,
): Promise<Answer> {
  const reply = await replyTo(core, prompt, fault);
  const reasoning = reasoningOf(core, prompt, reply);
  const calls = (reply.toolCalls ?? []).map((call, index) => made(core, call, index, reasoning));
  const limit = fault?.kind === 'length' ? fault.tokens : prompt.maxOutputTokens;
  const said = within(limit, { reasoning, calls, words: wordsOf(reply.text ?? ''), fault });
  const scope = `${wire.name} ${prompt.model} ${prompt.cacheKey ?? ''}`;
  const usage = {
    ...core.cache.use(scope, prompt.pieces, wire.caching),
    ...outputOf(said, reasoning, wire.countsReasoning),
  };
  return { number: core.nextNumber, model: prompt.model, reasoning, ...said, usage };
}

async function replyTo(core: ModelCore, prompt: Prompt, fault: ModelFault | undefined): Promise<WholeReply> {
  if (fault?.kind === 'empty') return {};
  if (fault?.kind === 'huge') return { text: 'word '.repeat(fault.words) };
  if (fault?.kind === 'refusal') return fault.by === 'model' ? { text: REFUSAL } : {};
  const reply = await core.reply(prompt.chat);
  return typeof reply === 'string' ? { text: reply } : reply;
}

function reasoningOf(core: ModelCore, { mayThink }: Prompt, reply: WholeReply): Reasoning | undefined {
  const text = reply.reasoning ?? (core.traits.isThinking ? USUAL_REASONING : undefined);
  return mayThink && text !== undefined ? core.reasoning.make(text) : undefined;
}

function made(core: ModelCore, call: ToolCall, index: number, reasoning: Reasoning | undefined): MadeCall {
  const { name, arguments: input } = call;
  const id = call.id ?? (reasoning ? core.reasoning.nextCallId : `call_${index + 1}`);
  if (reasoning) core.reasoning.remember(id, reasoning);
  return { id, name, arguments: typeof input === 'string' ? input : JSON.stringify(input) };
}

interface Saying {
  readonly reasoning: Reasoning | undefined;
  readonly words: readonly string[];
  readonly calls: readonly MadeCall[];
  readonly fault: ModelFault | undefined;
}

/** Cuts the answer off at the limit: the text after so many words, and the calls behind it. */
function within(
  limit: number,
  { reasoning, words, calls, fault }: Saying,
): Pick<Answer, 'words' | 'calls' | 'stop'> {
  const room = Math.max(0, limit - (reasoning ? tokensOf(reasoning.text) : 0));
  const needed = words.length + calls.reduce((sum, call) => sum + costOf(call), 0);
  if (needed > room) return { words: words.slice(0, room), calls: [], stop: 'length' };
  if (fault?.kind === 'refusal') return { words, calls, stop: fault.by === 'model' ? 'refusal' : 'filter' };
  return { words, calls, stop: calls.length > 0 ? 'calls' : 'end' };
}

const costOf = ({ name, arguments: input }: MadeCall): number => tokensOf(name + input);

function outputOf(
  { words, calls }: Pick<Answer, 'words' | 'calls'>,
  reasoning: Reasoning | undefined,
  countsReasoning: boolean,
): Pick<TokenCounts, 'outputTokens' | 'reasoningTokens'> {
  const reasoningTokens = reasoning ? tokensOf(reasoning.text) : 0;
  const said = words.length + calls.reduce((sum, call) => sum + costOf(call), 0);
  return {
    outputTokens: reasoningTokens + said,
    reasoningTokens: countsReasoning ? reasoningTokens : 0,
  };
}
