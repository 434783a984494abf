/** A tool as its server describes it; nothing in it is to be believed. */
export interface OfferedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

/** A part of a result. */
export type ResultPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mimeType: string; readonly base64: string }
  /** Sound, embedded files, links: mentioned only. */
  | { readonly kind: 'other'; readonly mention: string };

/** The server's answer to a call. */
export interface CallAnswer {
  readonly parts: readonly ResultPart[];
  /** The server says that the call failed. */
  readonly isError: boolean;
}

export interface ToolCallRequest {
  readonly tool: OfferedTool;
  readonly input: Readonly<Record<string, unknown>>;
  /** Goes along as `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** The list of a server's tools, and for how long the server calls it fresh. */
export interface OfferedTools {
  /** Whatever the server lists: `offeredTool` reads it. */
  readonly tools: readonly unknown[];
  /** The server has more than are read. */
  readonly hasMore: boolean;
  /** Milliseconds; undefined when the server says nothing. */
  readonly ttlMs: number | undefined;
  /** The server does not declare the capability `tools`. */
  readonly isUndeclared?: boolean;
}

/** An open connection to a server. Every answer is bounded; a failure of the server's is an McpFailure. */
export interface McpConnection {
  /** The revision of the protocol that both speak, as `2026-07-28`. */
  readonly revision: string;
  /** @throws McpFailure */
  listTools(signal: AbortSignal): Promise<OfferedTools>;
  /** @throws McpFailure; the signal's reason after an abort */
  call(request: ToolCallRequest, signal: AbortSignal): Promise<CallAnswer>;
  /** Calls `listener` once, when the connection is over. */
  onClose(listener: () => void): void;
  /** Closes it, and ends the server's program. Never throws. */
  close(): Promise<void>;
}

/**
 * `unreachable`: nothing was sent, or the server has certainly done nothing. `interrupted`: the call may have been
 * carried out. `refused`: the server has answered with an error. `unauthorized`: it requires a person to log in, and has
 * done nothing. `bad-answer`: its answer is too large or no MCP.
 */
export type McpFailureKind = 'unreachable' | 'interrupted' | 'refused' | 'unauthorized' | 'bad-answer';

/** A failure of a server or of the way to it. The message is for operators and models; it has no secret in it. */
export class McpFailure extends Error {
  override readonly name = 'McpFailure';
  /** The scope that a login lacks for the call. */
  readonly missingScope: string | undefined;

  constructor(
    readonly kind: McpFailureKind,
    message: string,
    { cause, missingScope }: { readonly cause?: unknown; readonly missingScope?: string | undefined } = {},
  ) {
    super(message, { cause });
    this.missingScope = missingScope;
  }
}
