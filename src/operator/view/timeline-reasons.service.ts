import { Injectable } from '@nestjs/common';
import type { AccountId, ChannelId, ConversationRef } from '../../channels/index.js';
import type { Delivery } from '../../delivery/index.js';
import { JobQueue } from '../../persistence/index.js';
import { agentOf, lanesFor, type TurnRecord } from '../../conversations/index.js';
import { type Explanation, type ReasonSubject, ReasonTable } from '../reasons/reason-table.service.js';
import { PlacesRepository } from '../reasons/places.repository.js';
import { type EventRecord, TimelineRepository } from './timeline.repository.js';
import { NO_REASON, type StepReason, stepOf, type TimelineStep, type TimelineTurn } from './timeline-step.js';

/** An event, and all that its reasons may name. */
export interface TimelineSubject {
  readonly event: EventRecord;
  readonly about: ReasonSubject;
}

type Outcome = NonNullable<EventRecord['outcome']>;

/** The gate's verdict on an event, by its outcome. */
const VERDICTS: Readonly<Record<Outcome, string>> = {
  turn: 'answer',
  failed: 'answer',
  stopped: 'answer',
  command: 'command',
  heard: 'context',
  vote: 'context',
  approval: 'context',
  pairing: 'code',
  dropped: 'dropped',
};

/** The code and the text of a failure, as a waiting job keeps them. */
const CODED = /^([a-z]+(?:-[a-z]+)*): (.*)$/s;

/** Explains the steps of an event: how it was judged, what its turn took, and what went wrong. */
@Injectable()
export class TimelineReasons {
  constructor(
    private readonly table: ReasonTable,
    private readonly queue: JobQueue,
    private readonly repository: TimelineRepository,
    private readonly places: PlacesRepository,
  ) {}

  async subjectOf(event: EventRecord): Promise<TimelineSubject> {
    const { channel, account, sender_id: senderId, session_key: sessionKey, model } = event;
    const conversation = await this.conversationOf(event);
    const about = { channel, account, senderId, model, agentId: agentOf(sessionKey) };
    return { event, about: { ...about, ...(conversation && { conversation }) } };
  }

  /** The judgement, and the turn. */
  async steps({ event, about }: TimelineSubject): Promise<readonly TimelineStep[]> {
    const waiting = event.state === 'pending' ? await this.lastErrorOf(event) : undefined;
    const judged = this.judgement({ event, about });
    return [...(judged ? [judged] : []), ...this.turn({ event, about }, waiting)];
  }

  /** Names the model that was asked last: the one that answered, where there is an answer. */
  end({ event, about }: TimelineSubject): readonly TimelineStep[] {
    const { id, processed_at: at, outcome, reason, judged, model, answer_remark } = event;
    if (at === null) return [];
    const details = [reason, model === null ? null : `model ${model}`, answer_remark];
    // Refused by none of the gate, whose judgement has its own step.
    const isLater = outcome === 'dropped' && judged !== null && reason !== null;
    const said = isLater ? shown(this.table.explain('drop', reason, about), reason) : NO_REASON;
    return [
      stepOf('ended', at, id, { outcome, detail: details.filter(Boolean).join(', ') || null, ...said }),
    ];
  }

  /** Why a delivery is not sent, or an attempt of it. */
  ofSend(
    { about }: TimelineSubject,
    delivery: Pick<Delivery, 'id'>,
    code: string | null,
  ): Explanation | undefined {
    return code === null
      ? undefined
      : this.table.explain('send', code, { ...about, deliveryId: delivery.id });
  }

  /** The conversation's last event. */
  async lastEventIn(conversationId: string): Promise<string | undefined> {
    const place = await this.places.find(conversationId);
    if (!place) return undefined;
    const known = await this.repository.lastEventIn(place);
    const lanes = lanesFor(laneOf(place), known?.sessionKey ?? '');
    const waiting = (await this.queue.waiting(lanes)).flatMap(({ payload }) => payload.eventId ?? []);
    return (await this.repository.lastOf(place, waiting)) ?? known?.id;
  }

  private judgement({ event, about }: TimelineSubject): TimelineStep | undefined {
    const { outcome, judged, reason, processed_at: at } = event;
    const code = judged ?? (outcome === 'dropped' || outcome === 'pairing' ? reason : null);
    if (at === null || outcome === null || code === null) return undefined;
    const said = this.table.explain('admission', code, about) ?? this.table.explain('drop', code, about);
    // A message that was let in and found no room in a budget was to be answered.
    const verdict = outcome === 'dropped' && judged !== null ? VERDICTS.turn : VERDICTS[outcome];
    const begunAt = at - (turnIn(event)?.ms ?? 0);
    return stepOf('judged', begunAt, event.id, { outcome: verdict, ...shown(said, code) });
  }

  private turn({ event, about }: TimelineSubject, waiting: string | undefined): readonly TimelineStep[] {
    const { id, outcome, reason, processed_at: at } = event;
    const record = turnIn(event);
    if (at !== null && record) {
      const said = outcome === 'failed' && reason !== null ? reason : undefined;
      return [
        this.turnStep({ event, about }, at, { outcome: said ? 'failed' : outcome, code: said, record }),
      ];
    }
    const [, code, error = waiting] = CODED.exec(waiting ?? '') ?? [];
    if (waiting === undefined || error === undefined) return [];
    const step = this.turnStep({ event, about }, event.received_at, {
      outcome: 'waiting',
      code,
      record: { error },
    });
    return [{ ...step, id }];
  }

  private turnStep(
    { event, about }: TimelineSubject,
    at: number,
    { outcome, code, record }: { outcome: string | null; code: string | undefined; record: TurnRecord },
  ): TimelineStep {
    const turn = this.turnOf(event, record);
    const said = code === undefined ? undefined : this.table.explain('turn', code, about);
    const more = { outcome, turn, detail: turn.error, ...shown(said, code ?? null) };
    return stepOf('turn', at, event.id, more);
  }

  private turnOf(event: EventRecord, { input, output, tries, ms, error }: TurnRecord): TimelineTurn {
    const tokens = { inputTokens: input ?? null, outputTokens: output ?? null };
    const took = { tries: tries ?? null, durationMs: ms ?? null, error: error ?? null };
    return { agent: agentOf(event.session_key), model: event.model, ...tokens, ...took };
  }

  /** Why its job was put off the last time; undefined where it never was. */
  private async lastErrorOf(event: EventRecord): Promise<string | undefined> {
    const waiting = await this.queue.waiting(lanesFor(laneOf(event), event.session_key));
    return waiting.find(({ payload }) => payload.eventId === event.id)?.error;
  }

  private async conversationOf(event: EventRecord): Promise<ConversationRef | undefined> {
    const { channel, account, conversation_id } = event;
    if (conversation_id === null) return undefined;
    const place = await this.places.named({ channel, account, conversation_id });
    return place && ({ id: place.conversation_id, kind: place.kind } as ConversationRef);
  }
}

const turnIn = ({ turn }: EventRecord): TurnRecord | undefined =>
  turn === null ? undefined : (JSON.parse(turn) as TurnRecord);

/** The part of an explanation that stands beside a step. */
const shown = (said: Explanation | undefined, code: string | null): StepReason => ({
  reason: code,
  what: said?.what ?? null,
  setting: said?.setting ?? null,
  remedy: said?.remedy ?? null,
});

const laneOf = ({ channel, account, conversation_id }: LanePlaceRow) => ({
  channel: channel as ChannelId,
  account: account as AccountId,
  conversation: { id: (conversation_id ?? '') as ConversationRef['id'] },
});

type LanePlaceRow = Pick<EventRecord, 'channel' | 'account' | 'conversation_id'>;
