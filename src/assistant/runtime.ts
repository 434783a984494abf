/** One earlier message of the session. */
export interface HistoryEntry {
  readonly role: 'user' | 'assistant';
  readonly text: string;
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
    readonly timeoutMs: number;
  };
}

/** What the assistant is asked. Holds nothing of people who are not let in. */
export interface TurnInput {
  readonly agent: AgentSettings;
  readonly sessionKey: string;
  /** Oldest first; ends before `text`. */
  readonly history: readonly HistoryEntry[];
  readonly text: string;
}

/** What a runtime says while it works; grows a kind per feature (tool calls, usage, …). */
export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
}
export type TurnPart = TextPart;

/**
 * Produces the answer to one turn. Adapters: echo, openai-compatible. No retry inside; must stop on abort.
 */
export interface AssistantRuntime {
  /** `agents.list[].runtime.type`. */
  readonly type: string;
  /** @throws RuntimeFailure for anything the model or the way to it did wrong. */
  run(input: TurnInput, signal: AbortSignal): AsyncIterable<TurnPart>;
}

/** The model, or the way to it, failed. The message is for operators: never for the person who wrote. */
export class RuntimeFailure extends Error {
  override readonly name = 'RuntimeFailure';

  constructor(
    message: string,
    /** Whether the same call may succeed later. */
    readonly isRetryable: boolean,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }

  /** How long the model asked us to wait. */
  readonly retryAfterMs: number | undefined;
}
