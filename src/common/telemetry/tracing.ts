import type { IncomingMessage, ServerResponse } from 'node:http';

/** An event of the inbox as its trace tells of it: ids and names of the operator's own, nothing that a person wrote. */
export interface TracedEvent {
  readonly id: string;
  readonly channel: string;
  readonly account: string;
  /** `message`, `reaction`, …. */
  readonly kind: string;
  /** The event for which the gateway itself has made this one. */
  readonly causedBy?: string;
}

/** One run of a step that may run again. */
export interface TracedRun {
  readonly eventId: string;
  /** The attempt of its job, from 1. */
  readonly attempt: number;
}

export interface TracedTurn {
  readonly agent: string;
  /** Absent where a program asks: the turn then belongs to its request. */
  readonly run?: TracedRun;
  /** The events that are answered together with this one. */
  readonly joined?: readonly string[];
}

/** A call of a model, or of a service that stands for one. */
export interface TracedCall {
  /** `agents.list[].runtime.type`. */
  readonly type: string;
  readonly agent: string;
  readonly model?: string | undefined;
  readonly url?: string | undefined;
  readonly maxOutputTokens: number;
}

export interface TracedCallEnd {
  readonly inputTokens?: number;
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly outputTokens?: number;
  readonly reasoningTokens?: number;
  /** Why the answer ended, as `ModelAnswer.stop`. */
  readonly stop?: string | undefined;
  /** A code; absent when it was answered. */
  readonly failure?: string | undefined;
}

/** A call of a model that is being made. */
export interface OpenCall {
  /** For the header of that name. */
  readonly traceparent: string;
  readonly end: (end: TracedCallEnd) => void;
}

/** A tool, and the event for which it is called where that is not the turn in which it is called. */
export interface TracedTool {
  readonly name: string;
  readonly eventId?: string;
}

/** One attempt of a delivery, or the question what came of the last. */
export interface TracedAttempt {
  readonly name: 'attempt' | 'reconcile';
  readonly deliveryId: string;
  readonly eventId: string | null;
  /** As its job carries it ({@link Tracer.carried}). */
  readonly traceparent?: string | undefined;
  readonly channel: string;
  readonly account: string;
  /** From 1. */
  readonly number: number;
}

interface Outcome {
  readonly kind: string;
  readonly code?: string | undefined;
}

/** The trace context of a step as a job stores it, beside the ids of its subject; empty outside of any. */
export type Carried = Readonly<Record<string, string>>;

/**
 * Records what is done for a message, or for a request, as the spans of one trace (OpenTelemetry). Each method but those that only tell
 * calls the work it is given once, and ends as that ends; it does no I/O, and never throws by itself. The trace of an event follows
 * from its id, so that every process that works on it, before or after a restart, adds to the same one (ADR 0116).
 */
export interface Tracer {
  /** Begins the span of a request to one of the APIs, in its caller's trace if that has sent `traceparent`. */
  readonly request: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** An event that is stored again makes no span. */
  accept<T extends 'stored' | 'duplicate'>(event: TracedEvent, store: () => Promise<T>): Promise<T>;
  judge<T extends { readonly kind: string; readonly reason?: string }>(
    run: TracedRun,
    judge: () => Promise<T>,
  ): Promise<T>;
  turn<T>(turn: TracedTurn, take: () => Promise<T>): Promise<T>;
  /** Tells how the turn ends in which it is called. @param failure a code */
  turnEnds(outcome: string, failure?: string): void;
  /** Belongs to the turn in which it is called. */
  call(call: TracedCall): OpenCall;
  tool<T extends { readonly ok: boolean }>(tool: TracedTool, call: () => Promise<T>): Promise<T>;
  attempt<T extends Outcome>(attempt: TracedAttempt, make: () => Promise<T>): Promise<T>;
  /**
   * The data that a job, or a server, needs to continue the step in which this is called. Ask before a transaction begins, which may run in
   * another's.
   */
  carried(): Carried;
  /** Continues it. */
  resume<T>(carried: Carried, work: () => Promise<T>): Promise<T>;
  /** The `traceparent` of the acceptance of an event. */
  traceparentOf(eventId: string): string;
}

/**
 * The tracer of this process, which all of it shares like Nest's log. Undefined unless traces are exported
 * (docs/operations/traces.md): a step then costs one look at this variable.
 */
export let tracer: Tracer | undefined;

/** Called before the application is made, and when it has ended. */
export function traceWith(given: Tracer | undefined): void {
  tracer = given;
}

/**
 * The `traceparent` of what was done for an event, for those who are notified later, such as a webhook: it stands for the acceptance of
 * that event, also after a restart. Undefined without traces.
 */
export const traceparentOf = (eventId: string): string | undefined => tracer?.traceparentOf(eventId);
