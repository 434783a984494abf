import {
  addressOf,
  type Runtime,
  type RuntimeReading,
  type Vendor,
  VENDORS,
} from '../../mapping/runtimes.js';
import { firstOf, SourceValue } from '../../source/source-value.js';
import type { Found } from '../../source/variables.js';
import type { HermesMapping } from './hermes-mapping.js';

interface HermesVendor extends Vendor {
  /** Variables of the key, the strongest first. */
  readonly keys: readonly string[];
  /** The variable that replaces the address. */
  readonly base?: string;
  /** It works without a key. */
  readonly isOpen?: boolean;
}

const known = (name: string, keys: readonly string[], more: Partial<HermesVendor> = {}): HermesVendor => ({
  ...(VENDORS.get(name) ?? { type: 'openai-compatible' }),
  keys,
  ...more,
});
const compatible = (baseUrl: string | undefined, key: string, base: string): HermesVendor => ({
  type: 'openai-compatible',
  keys: [key],
  base,
  ...(baseUrl !== undefined && { baseUrl }),
});

/** The peer's names of the vendors that take an API key. */
const BY_PROVIDER: ReadonlyMap<string, HermesVendor> = new Map([
  ['openrouter', known('openrouter', ['OPENROUTER_API_KEY'], { base: 'OPENROUTER_BASE_URL' })],
  ['openai', known('openai', ['OPENAI_API_KEY'], { base: 'OPENAI_BASE_URL' })],
  ['anthropic', known('anthropic', ['ANTHROPIC_API_KEY'], { base: 'ANTHROPIC_BASE_URL' })],
  ['gemini', known('google', ['GOOGLE_API_KEY', 'GEMINI_API_KEY'])],
  ['xai', known('xai', ['XAI_API_KEY'], { base: 'XAI_BASE_URL' })],
  ['lmstudio', known('lmstudio', ['LM_API_KEY'], { base: 'LM_BASE_URL', isOpen: true })],
  ['deepseek', compatible('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY', 'DEEPSEEK_BASE_URL')],
  ['zai', compatible('https://api.z.ai/api/paas/v4', 'GLM_API_KEY', 'GLM_BASE_URL')],
  ['minimax', compatible('https://api.minimax.io/v1', 'MINIMAX_API_KEY', 'MINIMAX_BASE_URL')],
  ['minimax-cn', compatible('https://api.minimaxi.com/v1', 'MINIMAX_CN_API_KEY', 'MINIMAX_CN_BASE_URL')],
  ['huggingface', compatible('https://router.huggingface.co/v1', 'HF_TOKEN', 'HF_BASE_URL')],
  ['nvidia', compatible('https://integrate.api.nvidia.com/v1', 'NVIDIA_API_KEY', 'NVIDIA_BASE_URL')],
  ['ollama-cloud', compatible('https://ollama.com/v1', 'OLLAMA_API_KEY', 'OLLAMA_BASE_URL')],
  // Its address depends on the kind of key.
  ['kimi-coding', compatible(undefined, 'KIMI_API_KEY', 'KIMI_BASE_URL')],
]);

const PROTOCOLS: ReadonlyMap<string, Runtime['type']> = new Map([
  ['chat_completions', 'openai-compatible'],
  ['codex_responses', 'openai'],
  ['anthropic_messages', 'anthropic'],
]);

const CUSTOM = new Set(['custom', 'ollama', 'vllm', 'llamacpp']);

/** Variables that the report knows as those of models. */
export const MODEL_VARIABLES: readonly string[] = [...BY_PROVIDER.values()].flatMap(({ keys, base }) => [
  ...keys,
  ...(base === undefined ? [] : [base]),
]);

/** The model of a block such as `model` or an entry of `fallback_providers`. @param at the setting of ours */
export function runtimeOf(m: HermesMapping, from: SourceValue, at: string): RuntimeReading {
  const name = firstOf(from.at('default'), from.at('model'));
  const model = from.isObject ? m.textOf(name)?.trim() : m.textOf(from)?.trim();
  if (model === undefined || model === '') return { problem: 'it names no model' };
  const provider = providerOf(from);
  if (provider === 'auto')
    return { problem: 'its provider is auto: Hermes chose one by the keys that are there' };
  const own = customProvider(m, provider);
  const vendor = own ? undefined : BY_PROVIDER.get(provider);
  if (!own && !vendor && !CUSTOM.has(provider))
    return { problem: `${provider} uses a login, protocol or program that is not supported` };
  return own || !vendor
    ? ofAddress(m, { from, own: own ?? from, model, at })
    : ofVendor(m, { from, vendor, provider, model, at });
}

/** An address of a known vendor names it, too. */
function providerOf(from: SourceValue): string {
  const named = from.at('provider').text?.trim().toLowerCase() ?? 'auto';
  if (named !== 'auto') return named;
  const host = URL.parse(from.at('base_url').text ?? '')?.hostname;
  const match = [...BY_PROVIDER].find(
    ([, { baseUrl }]) => host !== undefined && URL.parse(baseUrl ?? '')?.hostname === host,
  );
  return match?.[0] ?? (host === undefined ? 'auto' : 'custom');
}

/** An entry of `providers`, or of the older list. */
function customProvider(m: HermesMapping, provider: string): SourceValue | undefined {
  const name = provider.replace(/^custom:/, '');
  const { root } = m.parts;
  const listed = root
    .at('custom_providers')
    .items.find((item) => item.at('name').text?.toLowerCase() === name);
  const [, entry] = root.at('providers').members.find(([key]) => key.toLowerCase() === name) ?? [];
  const found = [entry, listed].find(
    (each) => each && (each.at('base_url').isThere || each.at('api').isThere),
  );
  return found;
}

interface VendorUse {
  readonly from: SourceValue;
  readonly vendor: HermesVendor;
  readonly provider: string;
  readonly model: string;
  readonly at: string;
}

function ofVendor(m: HermesMapping, { from, vendor, provider, model, at }: VendorUse): RuntimeReading {
  const written = from.at('base_url');
  const base = written.isThere ? written : m.variable(vendor.base ?? '');
  const address = base.isThere ? m.textOf(base) : vendor.baseUrl;
  const baseUrl = addressOf(vendor.type, address);
  if (vendor.type === 'openai-compatible' && baseUrl === undefined)
    return { problem: `the address of ${provider} is unknown` };
  const apiKey = keyOf(m, { own: from, variables: vendor.keys, provider });
  if (apiKey === undefined && vendor.isOpen !== true)
    return { problem: `${provider} has no API key that another program may use` };
  for (const key of ['provider', 'api_key', 'key_env', 'base_url']) m.ledger.taken(from.at(key).path, [at]);
  if (base.isThere) m.ledger.taken(base.path, [at]);
  return {
    type: vendor.type,
    // The names of this vendor have no vendor in them.
    model: vendor.type === 'anthropic' ? model.replace(/^anthropic\//, '') : model,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...headersOf(m, [from.at('default_headers'), from.at('extra_headers')]),
  };
}

interface AddressUse {
  readonly from: SourceValue;
  /** The block with the address. */
  readonly own: SourceValue;
  readonly model: string;
  readonly at: string;
}

function ofAddress(m: HermesMapping, { from, own, model, at }: AddressUse): RuntimeReading {
  const protocol = firstOf(own.at('api_mode'), own.at('transport')).text ?? 'chat_completions';
  const type = PROTOCOLS.get(protocol);
  if (type === undefined) return { problem: `its protocol ${protocol} is not supported` };
  const written = firstOf(own.at('base_url'), own.at('api'));
  const baseUrl = addressOf(type, m.textOf(written));
  if (baseUrl === undefined) return { problem: 'its address is unknown' };
  if (own.at('key_cmd').isThere) {
    m.ledger.toDecide(
      own.at('key_cmd').path,
      'a program provides the key, and the import never runs programs',
    );
    return { problem: 'a program provides its key' };
  }
  const apiKey = keyOf(m, { own: firstOf(own, from), variables: [], provider: undefined });
  for (const key of [
    'api_key',
    'key_env',
    'base_url',
    'api',
    'api_mode',
    'transport',
    'name',
    'default_headers',
    'extra_headers',
  ])
    m.ledger.taken(own.at(key).path, [at]);
  m.ledger.taken(from.at('provider').path, [at]);
  // Whether that key was meant for this address is not certain, so it is not sent there.
  if (apiKey === undefined && m.variable('OPENAI_API_KEY').isThere)
    m.toDo.add(`If ${baseUrl} needs a key, set ${at}.apiKey: Hermes may have sent it OPENAI_API_KEY.`);
  return {
    type,
    model,
    baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    ...headersOf(m, [own.at('default_headers'), own.at('extra_headers')]),
  };
}

interface KeyUse {
  readonly own: SourceValue;
  readonly variables: readonly string[];
  readonly provider: string | undefined;
}

/** What the block says, then the variables, then the stored keys. */
function keyOf(m: HermesMapping, { own, variables, provider }: KeyUse): Found | undefined {
  const written = own.at('api_key');
  const named = own.at('key_env').text;
  const read = written.isThere && written.text !== '' ? m.secret(written) : undefined;
  if (read && 'value' in read) return read;
  if (read) m.ledger.toDecide(written.path, read.problem);
  const names = [...(named === undefined ? [] : [named]), ...variables];
  for (const name of names) {
    const found = m.parts.variables.find(name);
    if (found && !('problem' in m.secret(new SourceValue(found.value)))) {
      m.ledger.taken(m.variable(name).path, [], 'the key of a model');
      return found;
    }
  }
  if (named !== undefined) m.parts.variables.missing.add(named);
  return provider === undefined ? undefined : m.parts.keys.of(provider);
}

function headersOf(m: HermesMapping, blocks: readonly SourceValue[]): Pick<Runtime, 'headers'> {
  const found = blocks
    .flatMap((block) => block.members)
    .flatMap(([name, from]) => {
      const read = m.secret(from);
      if ('problem' in read) m.ledger.toDecide(from.path, read.problem);
      return 'value' in read ? [[name, read] as const] : [];
    });
  return found.length > 0 ? { headers: Object.fromEntries(found) } : {};
}
