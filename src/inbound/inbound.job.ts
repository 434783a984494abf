import { Injectable, Logger } from '@nestjs/common';
import { Assistant } from '../assistant/index.js';
import { aboutMessage, type TracedRun, type TracedTurn, tracer } from '../common/index.js';
import {
  type BurialReason,
  type ClaimedJob,
  HandlesJobs,
  JOB_KINDS,
  type JobHandler,
  type JobKind,
  type JobPayload,
  type JobResult,
  type Tx,
} from '../persistence/index.js';
import {
  type Admission,
  agentOf,
  CommandReader,
  type GateDecision,
  HELD,
  InboundGate,
  InboxRepository,
  isUtterance,
  refuse,
  type StoredEvent,
} from '../conversations/index.js';
import { TurnService } from '../turns/index.js';
import { ApprovalDecisions } from './approval-decisions.service.js';
import { InboundLanes } from './inbound-lanes.js';
import { CommandService } from './commands/command.service.js';
import { PairingResponder } from './pairing-responder.service.js';
import { UnansweredEvents } from './unanswered.service.js';

const runOf = ({ attempt }: ClaimedJob, { id: eventId }: StoredEvent): TracedRun => ({ eventId, attempt });

const turnOf = (job: ClaimedJob, stored: StoredEvent): TracedTurn => ({
  agent: agentOf(stored.sessionKey),
  run: runOf(job, stored),
  joined: stored.parts?.slice(0, -1).map(({ id }) => id) ?? [],
});

/** Passes a judged event to the service for its kind. */
@Injectable()
export class EventDispatcher {
  constructor(
    private readonly pairing: PairingResponder,
    private readonly unanswered: UnansweredEvents,
    private readonly approvals: ApprovalDecisions,
    private readonly reader: CommandReader,
    private readonly commands: CommandService,
    private readonly turns: TurnService,
  ) {}

  dispatch(job: ClaimedJob, stored: StoredEvent, decision: GateDecision): Promise<JobResult> {
    switch (decision.kind) {
      case 'refuse':
        return this.unanswered.refuse(job, stored, decision);
      case 'pair':
        return this.pairing.answer(job, stored);
      case 'decide':
        return this.approvals.make(job, stored, decision.answer);
      case 'hear':
        // A person holds the conversation.
        if (decision.reason === HELD && isUtterance(stored)) return this.turns.keepUnanswered(job, stored);
        return this.unanswered.conclude(job, stored, decision.reason);
      case 'admit':
        return this.serve(job, stored, decision);
    }
  }

  private serve(job: ClaimedJob, stored: StoredEvent, right: Admission): Promise<JobResult> {
    if (!isUtterance(stored)) return this.unanswered.conclude(job, stored);
    const command = this.reader.read(stored.event, stored.sessionKey);
    if (!command)
      return (
        tracer?.turn(turnOf(job, stored), () => this.turns.answerMessage(job, stored, right)) ??
        this.turns.answerMessage(job, stored, right)
      );
    // In a group the refusal is silent.
    if (!right.isAuthorized() && stored.event.conversation.kind !== 'direct')
      return this.unanswered.refuse(job, stored, refuse('command-not-allowed'));
    return this.commands.execute(job, stored, { ...right, command });
  }
}

/** The event as it was stored (`Inbox`), if this process did that: nothing can have changed it since. */
const subjectOf = ({ subject }: ClaimedJob): StoredEvent | undefined => subject as StoredEvent | undefined;

/** Slots in addition to those of turns. */
const JUDGED_AT_ONCE = 64;

/** Judges one event and acts on it: one event at a time per session, in order (DESIGN 4). */
@HandlesJobs()
@Injectable()
export class InboundJob implements JobHandler {
  readonly kind: JobKind = JOB_KINDS.inbound;
  readonly maxAttempts = 8;
  private readonly logger = new Logger('Conversations');

  constructor(
    private readonly inbox: InboxRepository,
    private readonly gate: InboundGate,
    private readonly lanes: InboundLanes,
    private readonly dispatcher: EventDispatcher,
    private readonly assistant: Assistant,
  ) {}

  /**
   * Enough slots that the turns of one agent, running or waiting for its model, never delay the messages of other
   * agents.
   */
  get concurrency(): number {
    return JUDGED_AT_ONCE + this.assistant.maxTurns;
  }

  async handle(job: ClaimedJob): Promise<JobResult> {
    const stored = subjectOf(job) ?? (await this.inbox.findPending(job.payload.eventId ?? ''));
    if (!stored) return this.lanes.skip(job);
    const decision = await (tracer?.judge(runOf(job, stored), () => this.gate.judge(stored)) ??
      this.gate.judge(stored));
    const isAnswer = decision.kind === 'decide';
    const isLetIn = isAnswer || decision.kind === 'admit' || decision.kind === 'hear';
    const lane = this.lanes.laneOf(stored, { isLetIn, isAnswer });
    // A sender revoked after the acceptance is refused here at once, without waiting for anything.
    if (isLetIn && job.key !== lane) return this.lanes.move(job, stored, lane);
    const judged = isLetIn ? { ...stored, judged: decision.reason } : stored;
    return await this.dispatcher.dispatch(job, judged, decision);
  }

  async buried(tx: Tx, { eventId = '' }: JobPayload, error: string, reason: BurialReason): Promise<void> {
    const conversationId = await this.inbox.bury(tx, eventId, error, reason);
    const line = aboutMessage(`event ${eventId} is a dead letter: ${error}`, { eventId, conversationId });
    tx.afterCommit(() => this.logger.error(line));
  }

  revived(tx: Tx, { eventId = '' }: JobPayload): Promise<boolean> {
    return this.inbox.revive(tx, eventId);
  }
}

/**
 * Does the same outside the sessions, with slots of its own, so that unknown senders and commands are served however
 * many turns are running.
 */
@HandlesJobs()
@Injectable()
export class InboundAsideJob extends InboundJob {
  override readonly kind = JOB_KINDS.aside;

  override get concurrency(): number {
    return 16;
  }
}
