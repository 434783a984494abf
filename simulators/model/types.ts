import type { TokenCounts } from './usage/ledger.js';

/** A conversation in the form of the OpenAI chat API; requests of the other wires are shown in it too. */

export interface ModelMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly tool_calls?: readonly unknown[];
  readonly tool_call_id?: string;
  readonly [other: string]: unknown;
}

export interface ModelRequest {
  readonly model?: string;
  readonly messages: readonly ModelMessage[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly tools?: readonly unknown[];
  readonly [other: string]: unknown;
}

export interface ToolCall {
  readonly name: string;
  /** An object is sent as JSON; a text is sent unchanged, well-formed or not. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
  /** Default `call_1`, `call_2` …; unique ones when the model has reasoned. */
  readonly id?: string;
}

/** The model's answer: plain text, or tool calls with optional text before them and reasoning before both. */
export type ModelReply =
  string | { readonly text?: string; readonly toolCalls?: readonly ToolCall[]; readonly reasoning?: string };

export type WireName = 'openai-compatible' | 'anthropic' | 'openai' | 'gemini' | 'ollama';

/** A received call. The key itself is not kept, only whether there was one. */
export interface ModelRequestRecord {
  readonly at: number;
  readonly wire: WireName;
  /** The conversation in the form of the OpenAI chat API, whatever the wire. */
  readonly body: ModelRequest;
  /** The body as it was sent. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly hasAuthorization: boolean;
  readonly headerNames: readonly string[];
  /** The trace it belongs to (W3C Trace Context); absent without that header. */
  readonly traceparent?: string;
  /** The caller disconnected before the answer was complete. */
  aborted: boolean;
  /** The kind of the fault that befell it. */
  fault?: string;
  /**
   * Set at its end: the tokens of the request, and of the answer as far as it was made; whole with the vendor's report of
   * them. Absent when no answer was begun.
   */
  usage?: TokenCounts & { readonly isWhole: boolean };
}
