/** The two forms of a message's id (spec 2-imbridge "Message identifiers"). */
export interface MessageIds {
  /** A number of six digits that goes up with the messages; known to this process only. */
  readonly short: string;
  /** The service's own. */
  readonly full: string;
}

/** The message that another one answers, or that something happened to. */
export interface AnsweredMessage extends MessageIds {
  /** How it begins, where we know it. */
  readonly quote?: string;
  /** The assistant wrote it. */
  readonly isOurs?: boolean;
  /** Files of an answered message outside the history; inside it they stand with the message itself. */
  readonly attachments?: readonly TurnAttachment[];
}

export interface TurnAttachment {
  readonly name: string;
  /** As found in the bytes; as the service states it where we have none. */
  readonly mimeType: string;
  /** The size the service states. */
  readonly bytes: number;
  /** Only of what the agent takes: images, or files of every type. */
  readonly data?: Uint8Array;
  /** Why it is not to be had. */
  readonly problem?: string;
  /** The model did not take it: it is not shown again. */
  readonly isRefused?: boolean;
}

/** One thing that was said, or happened, in the session. */
export interface TurnMessage {
  readonly role: 'user' | 'assistant';
  /** `heard`: said in a group, not to the assistant; `notice`: something that happened (a reaction, a join, …). */
  readonly kind: 'turn' | 'heard' | 'notice';
  /** As it was written; never trusted. */
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
  /** The sender, for the role `user`. The name is the sender's own choice. */
  readonly from?: { readonly id: string; readonly name?: string };
  readonly ids?: MessageIds;
  readonly replyTo?: AnsweredMessage;
  readonly attachments?: readonly TurnAttachment[];
}

/** Where a turn takes place. */
export interface TurnPlace {
  readonly channel: string;
  readonly account: string;
  readonly conversation: {
    readonly id: string;
    readonly kind: 'direct' | 'group' | 'channel';
  };
  /** The form in which people there see a text. */
  readonly textFormat?: 'plain' | 'markdown';
  /** The operator's instructions for this place, besides those for the agent. */
  readonly systemPrompt?: string;
}

/** A tool as a model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; only what is possible now. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** The result of a call as the model is told it; an error is an answer too. */
export type ToolResult =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

/** A tool and the arguments a model gave it. */
export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

/** A call that was made, and what it brought. */
export interface DoneCall {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/** The tools of one turn. */
export interface ToolBox {
  readonly definitions: readonly ToolDefinition[];
  /** Most rounds of calls a turn may take. */
  readonly maxSteps: number;
  /**
   * Calls are made one after another, in the model's order. Never throws for what the model did wrong or the
   * remote refused. @throws on abort, and when the gateway itself cannot go on: then the turn ends.
   */
  call(name: string, input: unknown, signal: AbortSignal): Promise<ToolResult>;
}

/** How to reach one agent's model; a plain form of `agents.list[]`. */
export interface AgentSettings {
  readonly id: string;
  readonly systemPrompt?: string;
  readonly runtime: {
    readonly type: string;
    readonly baseUrl?: string;
    readonly apiKey?: string;
    readonly model?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Whether the model takes images; else none are given to it. */
    readonly images: boolean;
    readonly files: boolean;
    /** How long a turn may take, from its first call to its last word. */
    readonly timeoutMs: number;
  };
}

/** The input of a turn. Holds nothing of people who are not let in. */
export interface TurnInput {
  /** The same for every run of a turn. */
  readonly turnId: string;
  readonly agent: AgentSettings;
  readonly sessionKey: string;
  /** Absent when no conversation is behind it. */
  readonly place?: TurnPlace;
  /** Oldest first; ends before `message`. */
  readonly history: readonly TurnMessage[];
  readonly message: TurnMessage;
  /** The text that an earlier run of this turn has already sent: the answer goes on from there. Empty at first. */
  readonly alreadySaid: string;
  /** Calls that earlier runs of this turn have made, in order: they are not to be made again. */
  readonly alreadyDone?: readonly DoneCall[];
  /** For runtimes that can call tools; undefined where none may be used. */
  readonly tools?: () => ToolBox | undefined;
}

/** A part of a runtime's output while it works. */
export type TurnPart =
  | { readonly kind: 'text'; readonly text: string }
  /** The model called tools: what follows is a new paragraph. */
  | { readonly kind: 'tools-called' }
  /** Tokens, as the model counts them; may come once per step. */
  | { readonly kind: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

/**
 * Produces the answer to one turn. Adapters: echo, openai-compatible, http. No retry inside, but for images that a model
 * refuses; must stop on abort.
 * When `tools().maxSteps` rounds of calls were made, the model answers without tools.
 */
export interface AssistantRuntime {
  /** `agents.list[].runtime.type`. */
  readonly type: string;
  /** It answers from the message alone: neither is history read for it nor are images fetched. */
  readonly ignoresContext?: boolean;
  /** @throws RuntimeFailure for anything the model or the way to it did wrong; what `ToolBox.call` threw as it is. */
  run(input: TurnInput, signal: AbortSignal): AsyncIterable<TurnPart>;
}

/** The model, or the way to it, failed. The message is for operators: never for the person who wrote. */
export class RuntimeFailure extends Error {
  override readonly name = 'RuntimeFailure';

  constructor(
    message: string,
    /** Whether the same call may succeed later. */
    readonly isRetryable: boolean,
    options: { cause?: unknown; retryAfterMs?: number | undefined; status?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
  }

  /** HTTP status it answered; undefined for other failures. */
  readonly status: number | undefined;

  /** How long the model asked us to wait. */
  readonly retryAfterMs: number | undefined;
}
