import { isRecord } from '../../common/index.js';
type Json = Readonly<Record<string, unknown>>;

/** The member of a result that holds it as the server sent it. */
const RAW = 'io.gatehouse/raw';
/** JSON-RPC's code for a server that fails. */
const INTERNAL_ERROR = -32_603;

/**
 * The messages in what a server sent, in the form that the SDK takes: it throws a whole answer away for one null, and says
 * so in the words of its validator. Results are kept beside as they are, and read by us.
 * @param id of the only request that an answer can be for, where the answer names none
 */
export const legibleMessages = (sent: unknown, id?: unknown): readonly unknown[] =>
  (Array.isArray(sent) ? (sent as readonly unknown[]) : [sent]).map((each) => legible(each, id));

/** A result as the server sent it. */
export const rawOf = (result: unknown): unknown => (isRecord(result) && RAW in result ? result[RAW] : result);

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function legible(message: unknown, onlyId: unknown): unknown {
  if (!isRecord(message)) return message;
  const { id = null, method, params, result, error } = message;
  const own = id ?? onlyId;
  const head = { jsonrpc: '2.0', ...(own !== null && own !== undefined && { id: own }) };
  if (typeof method === 'string')
    return {
      jsonrpc: '2.0',
      ...(id !== null && { id }),
      method,
      ...(isRecord(params) && { params: metaFit(params) }),
    };
  if (error !== undefined && error !== null) return { ...head, error: errorIn(error) };
  return 'result' in message ? { ...head, result: resultIn(result) } : message;
}

function errorIn(error: unknown): Json {
  if (!isRecord(error)) return { code: INTERNAL_ERROR, message: textIn(error) ?? NO_WORDS };
  const { code, message, data } = error;
  return {
    code: Number.isInteger(code) ? code : INTERNAL_ERROR,
    message: textIn(message) ?? NO_WORDS,
    ...(data !== undefined && { data }),
  };
}

const NO_WORDS = 'an error without text';

/** Fits as the result of every request that is made. */
function resultIn(result: unknown): unknown {
  if (!isRecord(result)) return { ...EMPTY, [RAW]: result };
  if (result.resultType === 'input_required') return result;
  if (typeof result.protocolVersion === 'string' || Array.isArray(result.supportedVersions))
    return handshakeIn(result);
  return { ...EMPTY, ...(isRecord(result._meta) && { _meta: result._meta }), [RAW]: result };
}

/** `ttlMs` and `cacheScope` are for the SDK's own cache, which is not used. */
const EMPTY = { resultType: 'complete', tools: [], content: [], ttlMs: 0, cacheScope: 'private' } as const;

function handshakeIn(result: Json): Json {
  const { instructions, serverInfo, capabilities, ...others } = metaFit(result);
  const { name, version } = isRecord(serverInfo) ? serverInfo : {};
  return {
    ...others,
    ...(typeof instructions === 'string' && { instructions }),
    serverInfo: { name: textIn(name) ?? '', version: textIn(version) ?? '' },
    capabilities: capabilitiesIn(capabilities),
  };
}

/** Those that matter here. */
function capabilitiesIn(capabilities: unknown): Json {
  const { tools = false } = isRecord(capabilities) ? capabilities : {};
  if (tools === false || tools === null) return {};
  return { tools: isRecord(tools) && tools.listChanged === true ? { listChanged: true } : {} };
}

const metaFit = (members: Json): Json =>
  isRecord(members._meta) || !('_meta' in members)
    ? members
    : Object.fromEntries(Object.entries(members).filter(([name]) => name !== '_meta'));
