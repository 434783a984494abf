import type { TurnInput } from '../../runtime.js';
import type { ServiceClient } from '../../runtimes/service-client.js';
import { type RefusalMeaning, toRuntimeFailure } from '../../runtimes/call-failure.js';
import { usageOfFailure } from '../../usage/failed-usage.js';
import { asOwnFault, isOwnFault } from '../../usage/own-faults.js';
import { type MeteredCall, traceHeader, UNUSED, type UsageMeter } from '../../usage/usage-meter.js';
import { requestTokens } from './context-window.js';
import { ModelStream } from './model-stream.js';
import { Silence } from './silence.js';
import { lengthRefusal } from './too-long.js';
import type { ModelCall, ModelWire, WireRequest } from '../wire.js';

/** The statuses by which vendors, and relays before them, refuse a definition. */
const STATUSES = new Set([400, 422, 500, 502]);

/**
 * Where a refusal names a tool by its place in the list of the request. Gemini: `tools[0].function_declarations[3]`;
 * Anthropic and Bedrock: `tools.3.custom`, `tools.3.toolSpec`; OpenAI, Groq: `tools[3].function`; servers with pydantic:
 * `["body","tools",3,"function"]`.
 */
const PLACES = [
  /function_?declarations\[(\d+)\]/i,
  /\btools\.(\d+)\./,
  /\btools\[(\d+)\]/,
  /["']tools\\?["'],\s*(\d+)/,
];
/** OpenAI: `Invalid schema for function 'name'`; Vertex: `because name functionDeclaration`. */
const NAMES = [
  /\b(?:function|tool)\b(?: name)?[\s:=]*[\\'"`]+([\w-]{1,64})[\\'"`]/gi,
  /([\w-]{1,64})[\\'"`]* functionDeclaration\b/g,
];

/**
 * The tool that a refusal is about.
 * @param text the beginning of its body
 * @param names of the tools of the request, in their order
 */
function namedTool(status: number, text: string, names: readonly string[]): string | undefined {
  if (!STATUSES.has(status)) return undefined;
  const named = NAMES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const known = named.find((name) => names.includes(name));
  if (known !== undefined) return known;
  // `message` may be any word; the name of a tool of a server is none.
  const ofServer = names.filter((name) => name.includes('__') && isWordIn(text, name));
  if (ofServer.length > 0) return ofServer.toSorted((one, other) => other.length - one.length)[0];
  const [place] = PLACES.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  return place === undefined ? undefined : names[Number(place)];
}

const isWordIn = (text: string, name: string): boolean => text.split(/[^\w-]+/).some((word) => word === name);

/** The longest wait for the first byte of an answer unless the operator chooses, ms. */
const FIRST_BYTE_MS = 30_000;

/** How one kind of model is reached. */
export interface ModelLine {
  readonly wire: ModelWire;
  readonly client: ServiceClient;
  /** The most parts of an answer, each a token or two. */
  readonly maxParts: number;
  readonly meter: UsageMeter;
}

/**
 * Calls a model once, within what budgets leave. @returns its answer as soon as the model accepts the call
 * @throws RuntimeFailure of the model or its connection, `too-long` among them, and `silent` when nothing comes within `firstByteMs`; as
 * `UsageMeter.reserve`
 */
export async function callModel(line: ModelLine, call: ModelCall, turn: AbortSignal): Promise<ModelStream> {
  const { input, step, maxOutputTokens: most } = call;
  const planned = { input, inputTokens: () => requestTokens(input, step), maxOutputTokens: most };
  const metered = await line.meter.reserve(planned, turn);
  const { maxOutputTokens, isCapped = false } = metered;
  try {
    return await callWithin(line, { ...call, maxOutputTokens, isCapped }, metered, turn);
  } catch (error) {
    const isOurs = isOwnFault(error);
    const failure = isOurs ? error : toRuntimeFailure(error, turn);
    metered.settle({ outcome: 'failed', usage: isOurs ? UNUSED : usageOfFailure(error), failure });
    throw failure;
  }
}

async function callWithin(
  { wire, client, maxParts }: ModelLine,
  call: ModelCall,
  metered: MeteredCall,
  turn: AbortSignal,
): Promise<ModelStream> {
  const { headers: custom, firstByteMs = FIRST_BYTE_MS, contextWindow, reasoning } = call.input.agent.runtime;
  const { url, headers, body } = written(wire, call);
  const silence = new Silence(firstByteMs, turn, { mayReason: reasoning !== 'off' });
  const readRefusal = (status: number, text: string): RefusalMeaning => {
    if (wire.isWrongKey?.(status, text) === true) return { code: 'wrong-key' };
    if (wire.isUsageRefused?.(status, text) === true) return { code: 'no-usage' };
    const names = call.step.tools.map(({ name }) => name);
    return lengthRefusal(status, text) ?? { tool: namedTool(status, text, names) };
  };
  try {
    // An operator's own headers take precedence: some servers want another scheme of authorization.
    const all = { ...headers, ...lowerCase(custom) };
    const post = { url, custom: all, headers: traceHeader(metered), body, readRefusal };
    const answer = await client.post(post, silence.signal);
    const reader = wire.reader(maxParts, contextWindow);
    return new ModelStream(answer.body, reader, silence, { form: wire.stream, metered });
  } catch (error) {
    silence.end();
    throw error;
  }
}

/** @throws what the wire can not write, as a fault of ours: no model has seen it */
function written(wire: ModelWire, call: ModelCall): WireRequest {
  try {
    return wire.request(call);
  } catch (error) {
    throw asOwnFault(error);
  }
}

/** The turn with the vendor's own address where the operator gave none. */
export function withBaseUrl(input: TurnInput, { defaultBaseUrl }: ModelWire): TurnInput {
  const { agent } = input;
  if (agent.runtime.baseUrl !== undefined || defaultBaseUrl === undefined) return input;
  return { ...input, agent: { ...agent, runtime: { ...agent.runtime, baseUrl: defaultBaseUrl } } };
}

const lowerCase = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
