import { keyPath } from '../../config/index.js';
import type { Found } from '../source/variables.js';
import type { Mapping } from './mapping.js';

/** A model of ours, with its key where it has one. */
export interface Runtime {
  readonly type: 'openai-compatible' | 'openai' | 'anthropic' | 'gemini' | 'ollama';
  readonly baseUrl?: string;
  readonly model: string;
  readonly apiKey?: Found;
  readonly headers?: Readonly<Record<string, Found>>;
}

export type RuntimeReading = Runtime | { readonly problem: string };

export interface Vendor {
  readonly type: Runtime['type'];
  readonly baseUrl?: string;
  /** The variable of the environment that has the key, in all programs. */
  readonly variable?: string;
}

const compatible = (baseUrl: string, variable?: string): Vendor => ({
  type: 'openai-compatible',
  baseUrl,
  ...(variable !== undefined && { variable }),
});

export const VENDORS: ReadonlyMap<string, Vendor> = new Map([
  ['openai', compatible('https://api.openai.com/v1', 'OPENAI_API_KEY')],
  ['openrouter', compatible('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY')],
  ['groq', compatible('https://api.groq.com/openai/v1', 'GROQ_API_KEY')],
  ['mistral', compatible('https://api.mistral.ai/v1', 'MISTRAL_API_KEY')],
  ['xai', compatible('https://api.x.ai/v1', 'XAI_API_KEY')],
  ['ollama', compatible('http://127.0.0.1:11434/v1')],
  ['lmstudio', compatible('http://127.0.0.1:1234/v1')],
  ['anthropic', { type: 'anthropic', variable: 'ANTHROPIC_API_KEY' }],
  ['google', { type: 'gemini', variable: 'GEMINI_API_KEY' }],
]);

/** The vendor's libraries add `/v1` to an address of Anthropic's protocol; Ollama's own protocol is beside its `/v1`. */
export function addressOf(type: Runtime['type'], baseUrl: string | undefined): string | undefined {
  const base = baseUrl?.replace(/\/+$/, '');
  if (type === 'anthropic') return base?.replace(/(?:\/v1)?$/, '/v1');
  return type === 'ollama' ? base?.replace(/\/v1$/, '') : baseUrl;
}

/** The report tells the payer of a key that it is used from here too. */
export const useOf = ({ parts }: Mapping, { type, apiKey }: Runtime): string =>
  `called as ${type}${apiKey === undefined ? '' : `, with the API key from ${parts.program.name}`}`;

export interface RuntimePath {
  readonly at: string;
  /** Part of the name of its secret's file. */
  readonly secret: string;
  readonly unit: string;
}

export function planRuntime(
  { plan, parts: { program } }: Mapping,
  { at, secret, unit }: RuntimePath,
  { apiKey, headers = {}, ...plain }: Runtime,
): void {
  const goesTo = plain.baseUrl ?? `the usual address of ${plain.type}`;
  for (const [key, value] of Object.entries(plain)) plan.set(`${at}.${key}`, value, { unit });
  if (apiKey !== undefined)
    plan.set(`${at}.apiKey`, apiKey.value, {
      unit,
      secret: { file: `${program.id}-agent-${secret}-api-key`, origin: apiKey.origin, goesTo },
    });
  for (const [name, { value, origin }] of Object.entries(headers))
    plan.set(keyPath(`${at}.headers`, name), value, {
      unit,
      secret: { file: `${program.id}-agent-${secret}-header-${name}`, origin, goesTo },
    });
}
