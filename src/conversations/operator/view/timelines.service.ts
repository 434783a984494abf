import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError } from '../../../common/index.js';
import { Deliveries, type Delivery } from '../../../delivery/index.js';
import { type EventRecord, type Period, TimelineRepository } from './timeline.repository.js';

/**
 * The effects of an event lie between its acceptance and its end; this allows for replicas whose clocks differ a
 * little.
 */
const SLACK_MS = 60_000;

export const TIMELINE_STEPS = [
  'accepted',
  'written',
  'tool',
  'queued',
  'attempted',
  'sent',
  'delivered',
  'read',
  'ended',
] as const;

/** A step of an event. */
export interface TimelineStep {
  /** Epoch ms. */
  readonly at: number;
  readonly step: (typeof TIMELINE_STEPS)[number];
  /** The event, line or delivery it is about. */
  readonly id: string;
  /** The outcome, where several are possible. */
  readonly outcome: string | null;
  /** The reason, or further details; no message text. */
  readonly detail: string | null;
}

export interface Timeline {
  readonly event: EventRecord;
  readonly steps: readonly TimelineStep[];
}

/** Reconstructs the path of a message from acceptance to delivery, with the reasons for each step. */
@Injectable()
export class Timelines {
  constructor(
    private readonly repository: TimelineRepository,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
  ) {}

  /** @param id of the event, or of a message or delivery that resulted from it. @throws GatehouseError NOT_FOUND */
  async timelineOf(id: string): Promise<Timeline> {
    const event = await this.repository.event(await this.eventId(id));
    if (!event) noSuchEvent('event_id names no event that is still remembered');
    const period = {
      from: event.received_at - SLACK_MS,
      to: (event.processed_at ?? this.clock.now()) + SLACK_MS,
    };
    const parts = await Promise.all([this.writing(event, period), this.sending(event, period)]);
    const steps = [...startOf(event), ...parts.flat(), ...endOf(event)];
    return { event, steps: steps.toSorted((a, b) => a.at - b.at) };
  }

  private async eventId(id: string): Promise<string> {
    if (id.startsWith('msg_')) return (await this.repository.eventOfLine(id)) ?? id;
    if (!id.startsWith('dlv_')) return id;
    const { eventId } = await this.deliveries.get(id);
    return eventId ?? noSuchEvent('the delivery answers no event: an operator sent it');
  }

  private async writing({ id }: EventRecord, period: Period): Promise<TimelineStep[]> {
    const [lines, steps] = await Promise.all([this.repository.lines(id, period), this.repository.steps(id)]);
    return [
      ...lines.map((line) =>
        stepOf('written', line.created_at, line.id, { outcome: line.role, detail: line.kind }),
      ),
      ...steps.map(({ call, step, result, created_at: at }) =>
        stepOf('tool', at, id, { outcome: result === null ? 'begun' : 'done', detail: toolIn(call) ?? step }),
      ),
    ];
  }

  private async sending({ id }: EventRecord, period: Period): Promise<TimelineStep[]> {
    const deliveries = await this.deliveries.ofEvent(id, period);
    return (await Promise.all(deliveries.map((delivery) => this.stepsOf(delivery)))).flat();
  }

  private async stepsOf(delivery: Delivery): Promise<TimelineStep[]> {
    const { id, createdAt, sentAt, deliveredAt, readAt, state } = delivery;
    const attempts = await this.deliveries.attemptsOf(id);
    return [
      stepOf('queued', createdAt, id, { outcome: state }),
      ...attempts.map(({ ended_at: at, outcome, code, detail }) =>
        stepOf('attempted', at, id, { outcome, detail: [code, detail].filter(Boolean).join(': ') || null }),
      ),
      ...(sentAt === null ? [] : [stepOf('sent', sentAt, id)]),
      ...(deliveredAt === null ? [] : [stepOf('delivered', deliveredAt, id)]),
      ...(readAt === null ? [] : [stepOf('read', readAt, id)]),
    ];
  }
}

const stepOf = (
  step: TimelineStep['step'],
  at: number,
  id: string,
  { outcome = null, detail = null }: Partial<Pick<TimelineStep, 'outcome' | 'detail'>> = {},
): TimelineStep => ({ at, step, id, outcome, detail });

const startOf = (event: EventRecord): TimelineStep[] => [stepOf('accepted', event.received_at, event.id)];

/** Names the model that was asked last: the one that answered, where there is an answer. */
function endOf({ id, processed_at: at, outcome, reason, model, answer_remark }: EventRecord): TimelineStep[] {
  if (at === null) return [];
  const details = [reason, model === null ? null : `model ${model}`, answer_remark];
  return [stepOf('ended', at, id, { outcome, detail: details.filter(Boolean).join(', ') || null })];
}

/** The name of the tool; its arguments may be text of a message. */
function toolIn(call: string | null): string | undefined {
  return call === null ? undefined : (JSON.parse(call) as { name?: string }).name;
}

function noSuchEvent(details: string): never {
  throw new GatehouseError('NOT_FOUND', 'No such event.', details);
}
