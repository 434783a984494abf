import { Registry } from 'prom-client';
import { newId } from '../common/index.js';
import { AgentConfig, AgentsConfig, modelTypeOf } from '../config/index.js';
import { Assistant } from './assistant.service.js';
import { RUNTIME_FACTORIES } from './assistant.module.js';
import { type AssistantRuntime, RuntimeFailure, type ToolBox } from './runtime.js';
import { TurnMetrics } from './usage/turn-metrics.js';
import { UNMETERED } from './usage/usage-meter.js';

/** The outcome of one real turn; `ms` is the time to the end of the answer, of the last call where there were two. */
export type Trial =
  | {
      readonly kind: 'answered';
      readonly ms: number;
      readonly text: string;
      /** The model refused the call with tools, and answered the same call without. */
      readonly refusesTools: boolean;
    }
  | { readonly kind: 'failed'; readonly ms: number; readonly failure: RuntimeFailure };

const QUESTION = 'This is a connection test. Answer with one word: ready';

/** Offered because every turn of a conversation offers tools, which some models refuse. */
const TOOLS: ToolBox = {
  definitions: [
    {
      name: 'message',
      description: 'Acts on messages. Not needed now: answer with text.',
      inputSchema: { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] },
    },
  ],
  maxSteps: 1,
  call: () => Promise.resolve({ ok: false, error: 'This was a test: answer with text.' }),
};

/**
 * The statuses by which servers refuse tools: Ollama 400, OpenRouter 404, llama.cpp without a template for them 500;
 * others 422 and 501.
 */
const REFUSED = new Set([400, 404, 422, 500, 501]);

/**
 * Asks an agent a short question through its own runtime, as a turn does, with the agent's own time limit. Never rejects
 * for a fault of the model; an abort is a failure.
 */
export async function tryAgent(agent: AgentConfig, signal: AbortSignal): Promise<Trial> {
  const runtimes: readonly AssistantRuntime[] = RUNTIME_FACTORIES.map((make) => make(UNMETERED));
  // Its fallbacks are not asked: they would answer for a model that does not.
  const alone = Object.assign(new AgentConfig(), agent, { fallbacks: [] });
  const agents = Object.assign(new AgentsConfig(), { list: [alone] });
  const assistant = new Assistant(agents, runtimes, new TurnMetrics(new Registry()));
  try {
    const first = await ask(assistant, { agent, tools: mayUseTools(agent) ? TOOLS : undefined }, signal);
    if (first.kind === 'answered' || !mayUseTools(agent)) return first;
    // A model for which the tools are too long takes them.
    if (!REFUSED.has(first.failure.status ?? 0) || first.failure.code === 'too-long') return first;
    const second = await ask(assistant, { agent }, signal);
    return second.kind === 'answered' ? { ...second, refusesTools: true } : first;
  } finally {
    await Promise.all(runtimes.map((each) => close(each)));
  }
}

/**
 * Whether its model is offered tools. The service behind the runtime `http` need not use what it is offered.
 */
export const mayUseTools = ({ runtime, tools: { allow, alsoAllow = [] } }: AgentConfig): boolean =>
  modelTypeOf(runtime.type) !== undefined && [...(allow ?? ['*']), ...alsoAllow].length > 0;

async function ask(
  assistant: Assistant,
  { agent: { id: agentId }, tools }: { readonly agent: AgentConfig; readonly tools?: ToolBox | undefined },
  signal: AbortSignal,
): Promise<Trial> {
  const at = Date.now();
  const message = { role: 'user', kind: 'turn', text: QUESTION, at } as const;
  const turn = {
    turnId: newId('trn', at),
    agentId,
    sessionKey: `agent:${agentId}:test`,
    history: [],
    message,
  };
  const begun = performance.now();
  const since = () => Math.round(performance.now() - begun);
  let text = '';
  try {
    const parts = assistant.runTurn(
      { ...turn, alreadySaid: '', ...(tools && { tools: () => tools }) },
      signal,
    );
    for await (const part of parts) if (part.kind === 'text') text += part.text;
    if (text.trim() === '') throw new RuntimeFailure('the answer was empty', true, { code: 'empty' });
    return { kind: 'answered', ms: since(), text: text.trim(), refusesTools: false };
  } catch (failure) {
    if (!(failure instanceof RuntimeFailure)) throw failure;
    return { kind: 'failed', ms: since(), failure };
  }
}

async function close(runtime: AssistantRuntime & { onApplicationShutdown?: () => Promise<void> }) {
  await runtime.onApplicationShutdown?.();
}
