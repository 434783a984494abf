import type { TracedCall, TracedCallEnd } from '../common/index.js';
import type { Attributes } from './spans/span.js';

/** The names that the conventions have for vendors; any other stands for itself. */
const PROVIDERS: Readonly<Record<string, string>> = { gemini: 'gcp.gemini' };

/** Their names for why an answer ended. */
const FINISH_REASONS: Readonly<Record<string, string>> = {
  end: 'stop',
  calls: 'tool_calls',
  refusal: 'content_filter',
};

/** A call of a model, by the semantic conventions for generative AI (1.38). */
export function callAttributes({ type, agent, model, url, maxOutputTokens }: TracedCall): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDERS[type] ?? type,
    'gen_ai.agent.name': agent,
    'gen_ai.request.model': model,
    'gen_ai.request.max_tokens': maxOutputTokens,
    ...serverIn(url),
  };
}

export function callEndAttributes(end: TracedCallEnd): Attributes {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, stop } = end;
  return {
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.usage.cache_read.input_tokens': unlessNone(cachedTokens),
    'gen_ai.usage.cache_creation.input_tokens': unlessNone(cacheWriteTokens),
    'gatehouse.usage.reasoning_tokens': unlessNone(reasoningTokens),
    'gen_ai.response.finish_reasons': stop === undefined ? undefined : [FINISH_REASONS[stop] ?? stop],
  };
}

/** Without the path: some addresses have a key in it. */
function serverIn(url: string | undefined): Attributes {
  if (url === undefined || !URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  return { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) };
}

const unlessNone = (tokens: number | undefined): number | undefined => (tokens === 0 ? undefined : tokens);
