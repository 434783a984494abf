import type { ExplainedLeftOut } from './agent-tools.service.js';
import type { EventRecord } from './timeline.repository.js';

export const TIMELINE_STEPS = [
  'accepted',
  'judged',
  'turn',
  'written',
  'tool',
  'approval',
  'queued',
  'attempted',
  'sent',
  'delivered',
  'read',
  'ended',
] as const;

/** The last run of a turn. */
export interface TimelineTurn {
  readonly agent: string;
  readonly model: string | null;
  /** As the model counts tokens; null where it reported none. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly tries: number | null;
  readonly durationMs: number | null;
  /** Contains no message text. */
  readonly error: string | null;
}

/** The reason of a step, and what to do about it. */
export interface StepReason {
  readonly reason: string | null;
  /** The reason in words; null without a reason, and for one that is not in the table. */
  readonly what: string | null;
  readonly setting: string | null;
  readonly remedy: string | null;
}

/** A step of an event. */
export interface TimelineStep extends StepReason {
  /** Epoch ms. */
  readonly at: number;
  readonly step: (typeof TIMELINE_STEPS)[number];
  /** The event, line, delivery or approval it is about. */
  readonly id: string;
  /** The outcome, where several are possible. */
  readonly outcome: string | null;
  /** The reason, or further details; no message text. */
  readonly detail: string | null;
  /** Only of the step `turn`. */
  readonly turn: TimelineTurn | null;
}

/** An event with its steps, and the reason of the one that stands in the way of an answer; null where all is well. */
export interface Timeline extends StepReason {
  readonly event: EventRecord;
  readonly steps: readonly TimelineStep[];
  /** Tools of servers that the agent would not be offered there now. */
  readonly leftOut: readonly ExplainedLeftOut[];
}

export const NO_REASON: StepReason = { reason: null, what: null, setting: null, remedy: null };

type More = Partial<Omit<TimelineStep, 'at' | 'step' | 'id'>>;

export const stepOf = (
  step: TimelineStep['step'],
  at: number,
  id: string,
  more: More = {},
): TimelineStep => ({ at, step, id, outcome: null, detail: null, ...NO_REASON, turn: null, ...more });
