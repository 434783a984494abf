import type { HistoryLine } from './prompt/history-line.js';
import type { TurnMessage } from './turn-message.js';

export type * from './turn-message.js';

/** The place of a turn. */
export interface TurnPlace {
  readonly channel: string;
  readonly account: string;
  readonly conversation: {
    readonly id: string;
    readonly kind: 'direct' | 'group' | 'channel';
  };
  /** The form in which people there see a text. */
  readonly textFormat?: 'plain' | 'markdown';
  /** The operator's instructions for this place, in addition to those for the agent. */
  readonly systemPrompt?: string;
}

/** A tool as it is described to a model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** Whether people see what a call does: then the answer behind it may have no words. Absent: they never do. */
  readonly isSeen?: (input: unknown) => boolean;
  /** JSON Schema of the arguments; only what is possible now. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** An image in the result of a call. */
export interface ToolImage {
  readonly mimeType: string;
  readonly base64: string;
}

/** Why a model gets no such tool. */
export interface ToolProblem {
  /** Words for operators, of our own alone. */
  readonly detail: string;
  /** When the model has refused it, epoch ms; undefined where the definition says it. */
  readonly since?: number;
}

/** The result of a call as the model gets it; an error is an answer too. A value that is a text is read as it stands. */
export type ToolResult =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** For models that see images; the value mentions them. They are stored nowhere. */
      readonly images?: readonly ToolImage[];
    }
  | {
      readonly ok: false;
      readonly error: string;
      /** It may have happened all the same. */
      readonly isUncertain?: true;
    };

/** A tool and the arguments a model gave it. */
export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

/** A call that was made, and its result. */
export interface DoneCall {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/** The tools of one turn. */
export interface ToolBox {
  readonly definitions: readonly ToolDefinition[];
  /** How to read the results, for the model's instructions. The same from turn to turn. */
  readonly instructions?: string;
  /** The maximum number of rounds of calls in a turn. */
  readonly maxSteps: number;
  /**
   * Calls are made one after another, in the model's order. Never throws for the model's mistakes or the remote's
   * refusals. @throws on abort, and when the gateway itself cannot continue: then the turn ends.
   */
  call(name: string, input: unknown, signal: AbortSignal): Promise<ToolResult>;
}

/** The settings of one agent's model; a plain form of `agents.list[]`. */
export interface AgentSettings {
  readonly id: string;
  readonly systemPrompt?: string;
  readonly runtime: {
    readonly type: string;
    readonly baseUrl?: string;
    readonly apiKey?: string;
    readonly model?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Whether the model accepts images; otherwise it gets none. */
    readonly images: boolean;
    readonly files: boolean;
    /** How much the model reasons before it answers; undefined leaves it to the model. */
    readonly reasoning?: 'off' | 'low' | 'medium' | 'high';
    /** The most tokens of one answer of the model. */
    readonly maxOutputTokens?: number;
    /** The most tokens of a request and its answer together; undefined where the model's own limit is unknown. */
    readonly contextWindow?: number;
    /** How long a model may take until the first byte of its answer, ms. */
    readonly firstByteMs?: number;
    /** How long this model may take in a turn, from its first call to the end of its answer; a fallback has its own. */
    readonly timeoutMs: number;
    /** The price of a million tokens; undefined where the operator has not said it here. */
    readonly price?: {
      readonly input: number;
      readonly cachedInput?: number;
      readonly cacheWrite?: number;
      readonly output: number;
    };
  };
}

/** The input of a turn. Contains nothing from people who have no access. */
export interface TurnInput {
  /** The same for every run of a turn. */
  readonly turnId: string;
  readonly agent: AgentSettings;
  readonly sessionKey: string;
  /** Absent when the turn belongs to no conversation. */
  readonly place?: TurnPlace;
  /** The program that asks, and the user it acts for; absent for people who write. */
  readonly caller?: { readonly keyId?: string; readonly userId: string };
  /** Oldest first; ends before `message`. */
  readonly history: readonly HistoryLine[];
  readonly message: TurnMessage;
  /** The text that an earlier run of this turn has already sent: the answer continues from there. Empty at first. */
  readonly alreadySaid: string;
  /** Calls that earlier runs of this turn have made, in order: they must not be made again. */
  readonly alreadyDone?: readonly DoneCall[];
  /** Makes the tool box, for runtimes that can call tools; it returns undefined where no tools may be used. */
  readonly tools?: () => ToolBox | undefined;
  /** Awaits work of the gateway's own that may take long; it is no part of the model's `timeoutMs`. */
  readonly untimed?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A part of a runtime's output while it works. */
export type TurnPart =
  | { readonly kind: 'text'; readonly text: string }
  /** The model called tools: the following text is a new paragraph. */
  | { readonly kind: 'tools-called' }
  /** This model is asked now; after another one, it continues behind the text so far. */
  | { readonly kind: 'asked'; readonly model: string }
  /** The model's limit of tokens has ended the answer, or the text before a call. */
  | { readonly kind: 'cut-off' }
  | UsagePart;

/** Tokens, as the model counts them; may come once per step, also for a step that fails. */
export interface UsagePart {
  readonly kind: 'usage';
  /** With those from and for the cache. */
  readonly inputTokens: number;
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
  /** With those of the reasoning. */
  readonly outputTokens: number;
  readonly reasoningTokens?: number;
}

/**
 * Produces the answer to one turn. Adapters: echo, http, and one for each wire of a model. Does not retry, except for
 * files that a model refuses and for a history that is too long; must stop on abort.
 * After `tools().maxSteps` rounds of calls the model answers, and calls no more.
 */
export interface AssistantRuntime {
  /** `agents.list[].runtime.type`. */
  readonly type: string;
  /** The runtime answers from the message alone: no history is read and no images are fetched for it. */
  readonly ignoresContext?: boolean;
  /** Which tools its models get; absent where they get all. */
  readonly tools?: RuntimeTools;
  /**
   * The most tokens of a request and its answer, as this process learnt from a refusal; undefined where it has learnt
   * nothing.
   */
  learntWindow?(model: AgentSettings['runtime']): number | undefined;
  /**
   * @throws RuntimeFailure for any fault of the model or of the connection to it; errors of `ToolBox.call` unchanged
   */
  run(input: TurnInput, signal: AbortSignal): AsyncIterable<TurnPart>;
}

/** Knows the tools that a runtime does not offer to a model. */
export interface RuntimeTools {
  /** Another number when a model has refused a tool. */
  readonly version: number;
  /** Undefined for a tool that the model gets. */
  problemOf(
    tool: ToolDefinition,
    runtime: Pick<AgentSettings['runtime'], 'baseUrl' | 'model'>,
  ): ToolProblem | undefined;
}

/**
 * Failures that neither a status nor the code of a connection tells apart. `no-events`: the answer had no event in it, so
 * it was no stream at all; `late`: the agent's `timeoutMs` has passed; `empty`: the answer had no text; `silent`: no
 * byte came within `firstByteMs`; `stalled`: nothing followed the text any more; `too-long`: the request has more tokens
 * than the model takes; `too-large`: it has more bytes than the server takes; `no-usage`: the
 * server refuses the field that asks for the tokens of a streamed answer; `wrong-key`: the vendor knows no such key; `refused`: the model, or its vendor, declined to
 * answer; `no-agent`: the agent or its runtime is not configured; `no-price`: a budget in money cannot be judged.
 */
export type FailureCode =
  | 'no-events'
  | 'late'
  | 'empty'
  | 'silent'
  | 'stalled'
  | 'too-long'
  | 'too-large'
  | 'no-usage'
  | 'wrong-key'
  | 'refused'
  | 'no-agent'
  | 'no-price';

/** The model, or the connection to it, failed. The message is for operators, never for the person who wrote. */
export class RuntimeFailure extends Error {
  override readonly name = 'RuntimeFailure';

  constructor(
    message: string,
    /** Whether the same call may succeed later. */
    readonly isRetryable: boolean,
    options: {
      cause?: unknown;
      retryAfterMs?: number | undefined;
      status?: number;
      code?: FailureCode | undefined;
      window?: number | undefined;
      tool?: string | undefined;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
    this.code = options.code;
    this.window = options.window;
    this.tool = options.tool;
  }

  /** HTTP status it answered; undefined for other failures. */
  readonly status: number | undefined;

  readonly code: FailureCode | undefined;

  /** With `too-long`: the most tokens of a request and its answer, where the model said it. */
  readonly window: number | undefined;

  /** The name of the tool that the refusal is about, where it names one of the request. */
  readonly tool: string | undefined;

  /** How long the model asked us to wait. */
  readonly retryAfterMs: number | undefined;
}
