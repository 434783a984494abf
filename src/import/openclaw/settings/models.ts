import { inOrder } from '../source/model-keys.js';
import type { SourceValue } from '../../source/source-value.js';
import {
  addressOf,
  type Runtime,
  type RuntimeReading,
  type Vendor,
  VENDORS,
} from '../../mapping/runtimes.js';
import type { Found } from '../../source/variables.js';
import type { OpenclawMapping } from './openclaw-mapping.js';

/** The protocols of the peer's providers that a type of ours speaks; others are of programs and sign-ins. */
const PROTOCOLS: ReadonlyMap<string, Runtime['type']> = new Map([
  ['openai-completions', 'openai-compatible'],
  ['openai-responses', 'openai'],
  ['anthropic-messages', 'anthropic'],
  ['google-generative-ai', 'gemini'],
  ['ollama', 'ollama'],
]);

export interface ModelUse {
  /** Such as `openai/gpt-5.2`, or an alias. */
  readonly name: string;
  /** The agent whose keys count. */
  readonly agent: string;
  /** The path of the runtime of ours. */
  readonly at: string;
}

/** The model that a name stands for, with the key that the peer would use. */
export function runtimeOf(m: OpenclawMapping, { name, agent, at }: ModelUse): RuntimeReading {
  const [provider, model] = parts(m, name);
  const own = m.parts.root.at('models', 'providers', provider);
  const vendor = vendorOf(provider, own);
  if (!vendor) return { problem: `${provider} uses a protocol or program that is not supported` };
  const written = m.textOf(own.at('baseUrl'));
  const baseUrl = addressOf(vendor.type, written ?? vendor.baseUrl);
  if (vendor.type === 'openai-compatible' && baseUrl === undefined)
    return { problem: `the address of ${provider} is unknown` };
  const apiKey = keyOf(m, { provider, own, agent, variable: vendor.variable });
  if (apiKey === undefined && vendor.variable !== undefined)
    return { problem: `${provider} has no API key that another program may use` };
  const headers = headersOf(m, own.at('headers'));
  for (const key of ['apiKey', 'api', 'headers']) m.ledger.taken(own.at(key).path, [at]);
  if (written === baseUrl) m.ledger.taken(own.at('baseUrl').path, [at]);
  else
    m.ledger.changed(
      own.at('baseUrl').path,
      [at],
      `in Gatehouse, an address of ${vendor.type} ends ${vendor.type === 'anthropic' ? 'in' : 'before'} /v1`,
    );
  return {
    type: vendor.type,
    model,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...(headers && { headers }),
  };
}

/** Split at the first slash; without one it is an alias, or a model of Anthropic. */
function parts(m: OpenclawMapping, name: string): readonly [provider: string, model: string] {
  if (!name.includes('/')) {
    const aliases = m.parts.root.at('agents', 'defaults', 'models').members;
    const full = aliases.find(([, { value }]) => isAliasOf(value, name))?.[0];
    if (full?.includes('/')) return parts(m, full);
    return ['anthropic', name];
  }
  const at = name.indexOf('/');
  return [name.slice(0, at).trim().toLowerCase(), name.slice(at + 1).trim()];
}

const isAliasOf = (value: unknown, name: string): boolean =>
  (value as { readonly alias?: unknown } | null)?.alias === name || value === name;

/** The protocol that its settings name comes before the one that it has by its name. */
function vendorOf(provider: string, own: SourceValue): Vendor | undefined {
  const known = VENDORS.get(provider);
  const api = own.at('api').text ?? (known || !own.isThere ? undefined : 'openai-completions');
  if (api === undefined) return known;
  const type = PROTOCOLS.get(api);
  return type && { ...known, type };
}

interface KeySource {
  readonly provider: string;
  readonly own: SourceValue;
  readonly agent: string;
  readonly variable?: string | undefined;
}

/** From the stored keys, then its variables, then the configuration. */
function keyOf(m: OpenclawMapping, { provider, own, agent, variable }: KeySource): Found | undefined {
  const { root, state, secrets, variables } = m.parts;
  const order = root.at('auth', 'order', provider).value;
  for (const { type, secret } of inOrder(state.keysOf(agent), provider, order)) {
    const read = type === 'api-key' ? secrets.read(secret) : undefined;
    if (read && 'value' in read) return read;
  }
  const ofEnvironment = variable === undefined ? undefined : variables.find(variable);
  if (ofEnvironment !== undefined) return ofEnvironment;
  const written = own.at('apiKey');
  const read = written.isThere ? secrets.read(written) : undefined;
  if (read && 'problem' in read) m.ledger.toDecide(written.path, read.problem);
  return read && 'value' in read ? read : undefined;
}

function headersOf(m: OpenclawMapping, headers: SourceValue): Record<string, Found> | undefined {
  const found = headers.members.flatMap(([name, from]) => {
    const read = m.parts.secrets.read(from);
    if ('problem' in read) m.ledger.toDecide(from.path, read.problem);
    return 'value' in read ? [[name, read] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
