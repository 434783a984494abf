import type { WireName } from '../types.js';

/** The answer to one request, byte for byte as a real server sent it. */
export interface RawAnswer {
  /** Default 200. */
  readonly status?: number;
  /** Default: the content type of the wire's streams for 200, else `application/json`. */
  readonly type?: string;
  readonly body: string;
  /** What follows the body. Default: the response ends. */
  readonly then?: 'cut' | 'open' | Repetition;
}

/** Bytes that a server sends again and again until the caller leaves. */
export interface Repetition {
  readonly bytes: string;
  readonly everyMs: number;
}

/** A tool that is offered to the model, with a schema as an MCP server may write it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What the gateway is to make of it. What is absent must not happen: no call, no failure, one request for each answer. */
export interface Right {
  /** All that a person sees, with `|` where tools were called. Default: nothing. */
  readonly text?: string;
  /** The calls that reach the tools, in order. */
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  /** `length`: the answer counts as cut off. */
  readonly stop?: 'length';
  /** The end of the turn. Each field that is given has to agree; `message` is a part of it. */
  readonly failure?: {
    readonly code?: string;
    readonly status?: number;
    readonly isRetryable?: boolean;
    readonly retryAfterMs?: number;
    readonly message?: string;
  };
  /** The requests made. Default: one for each answer. */
  readonly asks?: number;
  /** The names of the tools that the last request offers. Default: not looked at. */
  readonly offered?: readonly string[];
  /** The number of earlier messages that the last request holds. Default: not looked at. */
  readonly history?: number;
  /** The window of the model that is known afterwards. Default: not looked at. */
  readonly window?: number;
  /** The counts of tokens of the last answer. Default: not looked at. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** Something that a real server does and its documentation does not say. */
export interface Quirk {
  /** `<service>-<what>`, unique. */
  readonly name: string;
  /** The public report of it. */
  readonly source: string;
  /** The wires by which people reach the service that does it. */
  readonly wires: readonly WireName[];
  /** The n-th request gets the n-th answer; the last one repeats. */
  readonly answers: readonly [RawAnswer, ...RawAnswer[]];
  /** Default: {@link USUAL_TOOLS}. */
  readonly tools?: readonly OfferedTool[];
  /** Settings of the model beside its name and address. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly right: Right;
}

const stringField = (field: string): OfferedTool['inputSchema'] => ({
  type: 'object',
  properties: { [field]: { type: 'string' } },
});

/** The tools of a turn whose line brings none of its own. */
export const USUAL_TOOLS: readonly OfferedTool[] = [
  { name: 'get_weather', description: 'Tells the weather.', inputSchema: stringField('city') },
  { name: 'get_time', description: 'Tells the time.', inputSchema: stringField('city') },
];
