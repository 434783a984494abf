import type { BridgeSimulator } from '../bridge/bridge-simulator.js';

/** Deliberately loose: tests check `data` with matchers. */
export type Data = Readonly<Record<string, unknown>> & readonly Readonly<Record<string, unknown>>[];

/** The bridge's answer to a test's call; `json` is `{}` for a body that is not JSON. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: {
    readonly status?: number;
    readonly message?: string;
    readonly data?: Data;
    readonly error?: { readonly type: string; readonly message: string };
    readonly metadata?: Readonly<Record<string, number>>;
  };
}

/** Calls `METHOD /api/v1/path` with the password of the simulator. */
export async function call(
  bridge: BridgeSimulator,
  request: string,
  body?: unknown,
  query = `password=${encodeURIComponent(bridge.password)}`,
): Promise<Answered> {
  const [method = 'GET', path = ''] = request.split(' ');
  const separator = path.includes('?') ? '&' : '?';
  const isForm = body instanceof FormData;
  const response = await fetch(`${bridge.url}/api/v1${path}${query && separator}${query}`, {
    method,
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(body === undefined || isForm ? {} : { headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, text, json: isJson ? parse(text) : {} };
}

const parse = (text: string): Answered['json'] => JSON.parse(text) as Answered['json'];
