import { Injectable } from '@nestjs/common';
import type { AccountId, ChannelId, SenderId } from '../../channels/index.js';
import { Clock, GatehouseError } from '../../common/index.js';
import { Deliveries, type Delivery } from '../../delivery/index.js';
import { callName } from '../../conversations/index.js';
import { isAdmission } from '../reasons/core-reasons.js';
import { AgentTools } from './agent-tools.service.js';
import { TimelineReasons, type TimelineSubject } from './timeline-reasons.service.js';
import { type EventRecord, type Period, TimelineRepository } from './timeline.repository.js';
import { NO_REASON, type StepReason, stepOf, type Timeline, type TimelineStep } from './timeline-step.js';

/**
 * The effects of an event lie between its acceptance and its end; this allows for replicas whose clocks differ a
 * little.
 */
const SLACK_MS = 60_000;

/** Reconstructs the path of a message from acceptance to delivery, with the reasons for each step. */
@Injectable()
export class Timelines {
  constructor(
    private readonly repository: TimelineRepository,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
    private readonly reasons: TimelineReasons,
    private readonly tools: AgentTools,
  ) {}

  /**
   * @param id of the event, of a message or delivery that resulted from it, or of a conversation: its last event
   * @throws GatehouseError NOT_FOUND
   */
  async timelineOf(id: string): Promise<Timeline> {
    const event = await this.repository.event(await this.eventId(id));
    if (!event) noSuchEvent('no remembered event has this event_id');
    const period = {
      from: event.received_at - SLACK_MS,
      to: (event.processed_at ?? this.clock.now()) + SLACK_MS,
    };
    const subject = await this.reasons.subjectOf(event);
    const parts = await Promise.all([
      this.reasons.steps(subject),
      this.writing(event, period),
      this.sending(subject, period),
      this.approving(event, period),
    ]);
    const steps = [...startOf(event), ...parts.flat(), ...this.reasons.end(subject)].toSorted(
      (a, b) => a.at - b.at,
    );
    return { event, ...mainReason(steps), steps, leftOut: await this.leftOut(subject) };
  }

  private async leftOut({ event, about }: TimelineSubject): Promise<Timeline['leftOut']> {
    const { channel, account, sender_id: sender, session_key: sessionKey } = event;
    const { conversation } = about;
    if (!conversation || sender === null || !isForAgent(event)) return [];
    const place = { channel: channel as ChannelId, account: account as AccountId, conversation };
    return this.tools.leftOutFor(sessionKey, { ...place, sender: { id: sender as SenderId, isSelf: false } });
  }

  private async eventId(id: string): Promise<string> {
    if (id.startsWith('cnv_')) return (await this.reasons.lastEventIn(id)) ?? id;
    if (id.startsWith('msg_')) return (await this.repository.eventOfLine(id)) ?? id;
    if (!id.startsWith('dlv_')) return id;
    const { eventId } = await this.deliveries.get(id);
    return eventId ?? noSuchEvent('the delivery does not answer an event: an operator sent it');
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

  private async approving({ id }: EventRecord, period: Period): Promise<TimelineStep[]> {
    return (await this.repository.approvals(id, period)).flatMap(approvalSteps);
  }

  private async sending(subject: TimelineSubject, period: Period): Promise<TimelineStep[]> {
    const deliveries = await this.deliveries.ofEvent(subject.event.id, period);
    return (await Promise.all(deliveries.map((delivery) => this.stepsOf(subject, delivery)))).flat();
  }

  private async stepsOf(subject: TimelineSubject, delivery: Delivery): Promise<TimelineStep[]> {
    const { id, createdAt, sentAt, deliveredAt, readAt, state, lastCode } = delivery;
    const attempts = await this.deliveries.attemptsOf(id);
    const unsent = state === 'sent' ? null : lastCode;
    return [
      stepOf('queued', createdAt, id, { outcome: state, ...this.reasons.ofSend(subject, delivery, unsent) }),
      ...attempts.map(({ ended_at: at, outcome, code, detail }) => {
        const text = [code, detail].filter(Boolean).join(': ') || null;
        return stepOf('attempted', at, id, {
          outcome,
          detail: text,
          ...this.reasons.ofSend(subject, delivery, code),
        });
      }),
      ...(sentAt === null ? [] : [stepOf('sent', sentAt, id)]),
      ...(deliveredAt === null ? [] : [stepOf('delivered', deliveredAt, id)]),
      ...(readAt === null ? [] : [stepOf('read', readAt, id)]),
    ];
  }
}

type ApprovalRow = Awaited<ReturnType<TimelineRepository['approvals']>>[number];

/** A call that waited for a decision, the decision, and the end of the call. */
function approvalSteps(row: ApprovalRow): TimelineStep[] {
  const { id, code, state, created_at: createdAt, decided_at: decidedAt, ended_at: endedAt } = row;
  const call = callName(row);
  if (decidedAt === null) {
    const detail = `${call} waits for a decision: gatehouse approvals show ${code}`;
    return [stepOf('approval', createdAt, id, { outcome: 'waiting', detail })];
  }
  const isUncalled = state === 'denied' || state === 'expired' || state === 'withdrawn';
  return [
    stepOf('approval', createdAt, id, { outcome: 'asked', detail: `${call} (${code})` }),
    stepOf('approval', decidedAt, id, { outcome: isUncalled ? state : 'approved', detail: call }),
    ...(isUncalled || endedAt === null
      ? []
      : [stepOf('approval', endedAt, id, { outcome: state, detail: call })]),
  ];
}

/** The reason of the step that stands in the way of an answer: a delivery, the turn, or the judgement. */
function mainReason(steps: readonly TimelineStep[]): StepReason {
  const ofKind = (kind: TimelineStep['step']) =>
    steps.find(({ step, reason }) => step === kind && isFault(reason));
  const main = KINDS_BY_WEIGHT.map(ofKind).find((each) => each !== undefined);
  if (!main) return NO_REASON;
  const { reason, what, setting, remedy } = main;
  return { reason, what, setting, remedy };
}

const KINDS_BY_WEIGHT = ['queued', 'ended', 'turn', 'judged'] as const;
const isFault = (reason: string | null): boolean => reason !== null && !isAdmission(reason);

/** Whether an agent was asked, or will be. */
const isForAgent = ({ outcome }: EventRecord): boolean =>
  outcome === null || outcome === 'turn' || outcome === 'failed';

const startOf = (event: EventRecord): TimelineStep[] => [stepOf('accepted', event.received_at, event.id)];

/** The name of the tool; its arguments may be text of a message. */
function toolIn(call: string | null): string | undefined {
  return call === null ? undefined : (JSON.parse(call) as { name?: string }).name;
}

function noSuchEvent(details: string): never {
  throw new GatehouseError('NOT_FOUND', 'No such event.', details);
}
