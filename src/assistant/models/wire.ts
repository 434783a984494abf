import type { TurnInput } from '../runtime.js';
import type { RequestedCall, Step } from '../runtimes/steps.js';
import type { SchemaRules } from './tools/adapt-schema.js';
import type { ModelProbe } from './probe/model-probe.js';

/** The most tokens of an answer unless the operator chooses (`agents.list[].runtime.maxOutputTokens`). */
export const DEFAULT_MAX_OUTPUT_TOKENS = 16_384;

/** Tokens as the vendor counts them; a count that it does not report is 0. */
export interface ModelUsage {
  /** All tokens of the request, with those from and for the cache. */
  readonly inputTokens: number;
  /** The part of the request that the vendor had in its cache. */
  readonly cachedTokens: number;
  /** The part of the request that the vendor wrote to its cache. */
  readonly cacheWriteTokens: number;
  /** All tokens of the answer, with those of the reasoning. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

/** `length`: cut off by a limit of tokens; `refusal`: the model or its vendor declined to answer. */
export type StopReason = 'end' | 'calls' | 'length' | 'refusal';

/** A model's whole answer to one call. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  readonly stop: StopReason;
  /** With the stop `refusal`: the text is the refusal in the model's own words, so it is an answer. */
  readonly declinesInWords?: boolean;
  /** Absent when the vendor did not report it. */
  readonly usage?: ModelUsage;
  /**
   * The model's own message as the wire sends it back with the next step of the same turn, signatures and reasoning
   * included. Only the wire that made it reads it; it is never stored, shown or logged.
   */
  readonly verbatim: unknown;
}

/** One call of a model, as the wire writes it. */
export interface ModelCall {
  readonly input: TurnInput;
  /** Earlier steps of this turn, with the model's own messages, and the tools. */
  readonly step: Step;
  /** The most tokens of the answer. */
  readonly maxOutputTokens: number;
  /** A budget relies on that number. */
  readonly isCapped?: boolean;
  /** The server refuses the field by which a streamed answer is asked for its tokens. */
  readonly refusesUsage?: boolean;
}

export interface WireRequest {
  readonly url: string;
  /** Names in lower case; the operator's own headers take precedence over these. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads one streamed answer, event by event. */
export interface AnswerReader {
  /**
   * Takes one event: of a stream of server-sent events its `event:` name and `data:`, of a stream of lines one line of
   * JSON. @returns the text of the answer in it, often ''; never reasoning
   * @throws RuntimeFailure when it is malformed or reports an error
   */
  readEvent(data: string, event?: string): string;
  /** Whether the model has begun to write, text or a call. Before that it may be reasoning, for minutes without a byte. */
  readonly isWriting: boolean;
  /** The text that was held back until nothing follows. Called once, at the end of the stream. */
  rest?(): string;
  /** Whether the vendor has said why the answer ends: only its counts of tokens may follow, and the mark of the end. */
  readonly isAnswered: boolean;
  /** Whether the vendor has said that nothing follows. */
  readonly isDone: boolean;
  /** The usage so far, also of an answer that breaks off. */
  readonly usage: ModelUsage | undefined;
  /** @throws RuntimeFailure when the stream was cut off, or had no event */
  end(): ModelAnswer;
}

/** The form of the bytes of a streamed answer. */
export type StreamForm = 'events' | 'lines';

/** A vendor's protocol: how a request is written and a streamed answer read. Knows no connection and no retry. */
export interface ModelWire {
  /** `agents.list[].runtime.type` */
  readonly type: string;
  /** Where the vendor's own service is; undefined when the operator has to say it. */
  readonly defaultBaseUrl?: string;
  readonly stream: StreamForm;
  /** What its vendors take of the schemas of tools; they refuse a whole request for one that they do not take. */
  readonly schemas: SchemaRules;
  /** Whether PDFs can be sent. */
  readonly takesPdfs: boolean;
  /** Whether the vendor's own service accepts no call without a key. */
  readonly needsKey: boolean;
  request(call: ModelCall): WireRequest;
  /**
   * @param maxParts the most events of an answer
   * @param contextWindow the setting of that name, for a wire whose vendor may read only a part of the prompt
   */
  reader(maxParts: number, contextWindow?: number): AnswerReader;
  /**
   * Reads the body of a refusal (status other than 200). @returns whether it says that the key is wrong, for a vendor
   * that does not answer 401
   */
  isWrongKey?(status: number, body: string): boolean;
  /** As `isWrongKey`: whether the server refuses the field that `refusesUsage` leaves out. */
  isUsageRefused?(status: number, body: string): boolean;
  /** How its vendor is asked about a model without a turn. Code of its own, loaded when someone wants to know. */
  probe(): Promise<ModelProbe>;
}
