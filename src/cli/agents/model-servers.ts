import type { RuntimeType } from '../../config/index.js';
import { fetchUndecoded } from '../gateway/undecoded-fetch.js';

/** A server of models that setting up an agent offers by name. */
export interface ModelServer {
  readonly id: string;
  readonly name: string;
  /** `runtime.baseUrl`. */
  readonly baseUrl: string;
  /** Its own API; undefined for one that is OpenAI-compatible. */
  readonly type?: RuntimeType;
  /** The base URL of its OpenAI-compatible API, where it lists its models, if that is another one. */
  readonly listedAt?: string;
  /** How to start it, for a program on this machine; undefined for a service elsewhere, which needs a key. */
  readonly start?: string;
}

/** With the addresses that their documentation gives as defaults. */
export const MODEL_SERVERS: readonly ModelServer[] = [
  {
    id: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434',
    type: 'ollama',
    listedAt: 'http://127.0.0.1:11434/v1',
    start: 'open the Ollama app, or run: ollama serve',
  },
  {
    id: 'llama.cpp',
    name: 'llama.cpp',
    baseUrl: 'http://127.0.0.1:8080/v1',
    start: 'run: llama-server -m <model.gguf>',
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    start: 'start the server in the Developer tab of LM Studio, or run: lms server start',
  },
  { id: 'anthropic', name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', type: 'anthropic' },
  { id: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', type: 'openai' },
  {
    id: 'gemini',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    type: 'gemini',
  },
  { id: 'openrouter', name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
];

const TIMEOUT_MS = 5_000;

/**
 * The names of the models at a base URL (`GET {baseUrl}/models`), sorted.
 * @returns undefined when nothing there answers like a server of models; never rejects
 */
export async function modelsAt(baseUrl: string, apiKey?: string): Promise<readonly string[] | undefined> {
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetchUndecoded(`${trimmed(baseUrl)}/models`, { headers, signal });
    const { data } = (await response.json()) as { readonly data?: unknown };
    return response.ok && Array.isArray(data) ? data.flatMap(nameOf).toSorted() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The base URL that was meant: with `/v1` where that is missing, without the path of the call itself.
 * @returns undefined when no server of models is there either
 */
export async function likelyBaseUrl(baseUrl: string, apiKey?: string): Promise<string | undefined> {
  const base = trimmed(baseUrl).replace(/\/(?:chat\/completions|models)$/, '');
  for (const each of [base, `${base}/v1`]) {
    if (each !== trimmed(baseUrl) && (await modelsAt(each, apiKey))) return each;
  }
  return undefined;
}

const trimmed = (baseUrl: string): string => baseUrl.replace(/\/+$/, '');

function nameOf(model: unknown): readonly string[] {
  const { id } = (model ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' && id !== '' ? [id] : [];
}
