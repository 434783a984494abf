import type { McpFailureKind } from '../../connection/mcp-connection.js';

interface Line {
  /** `<server>-<what>`, unique. */
  readonly name: string;
  /** The public report of it. */
  readonly source: string;
}

/** A list of tools, as `result` of `tools/list`. */
export interface ListQuirk extends Line {
  readonly list: unknown;
  readonly right: {
    /** The tools that models may get. */
    readonly tools?: readonly string[];
    /** Words of what is wrong with each of the others. */
    readonly unfit?: Readonly<Record<string, RegExp>>;
    readonly failure?: McpFailureKind;
  };
}

/** The answer to a call, as the members of a JSON-RPC message besides `jsonrpc` and, unless it is there, `id`. */
export interface CallQuirk extends Line {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly right: {
    /** All that a model gets of it. */
    readonly text?: string;
    readonly isError?: boolean;
    readonly failure?: McpFailureKind;
    /** Words of the failure. */
    readonly words?: RegExp;
  };
}

/** An answer by HTTP, byte for byte. */
export interface RawAnswer {
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer to `server/discover` of a server that speaks an older revision; undefined for silence. */
export interface DiscoverQuirk extends Line {
  readonly discover: RawAnswer | undefined;
}

/** The answer to a request of a session that the server has forgotten. A new session, and the call made once there, is right. */
export interface SessionQuirk extends Line {
  readonly stale: RawAnswer;
}
