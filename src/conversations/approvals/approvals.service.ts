import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorText, newId, normalizeShortCode } from '../../common/index.js';
import { JOB_KINDS, JobQueue, type Tx } from '../../persistence/index.js';
import {
  type Approval,
  type ApprovalRequest,
  type ApprovalState,
  type Decider,
  type Decision,
  type DecisionOutcome,
  GATEWAY,
  type ToolPermission,
} from './approval.js';
import {
  type ApprovalEnding,
  type ApprovalPlace,
  ApprovalsRepository,
  type ApprovalVerdict,
  type OpenState,
} from './approvals.repository.js';
import { DecisionRecord } from './decision-record.service.js';
import { type PermittedCall, PermissionsRepository } from './permissions.repository.js';

/** How long calls of a tool are made without asking. */
export const PERMISSION_MS = 60 * 60_000;

/** The work that follows from a decision, by the first part of the job's key. */
export type ApprovalTask = 'call' | 'expire' | 'show';

const keyOf = (task: ApprovalTask, approvalId: string): string => `${task}:${approvalId}`;

/** Decisions about calls that wait: the first one counts, and it is written before anything follows from it. */
@Injectable()
export class Approvals {
  private readonly logger = new Logger('Approvals');

  constructor(
    private readonly approvals: ApprovalsRepository,
    private readonly permissions: PermissionsRepository,
    private readonly record: DecisionRecord,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  find(id: string, tx?: Tx): Promise<Approval | undefined> {
    return this.approvals.find(id, tx);
  }

  /** The newest approval with a code as someone typed it. */
  withCode(typed: string, tx?: Tx): Promise<Approval | undefined> {
    return this.approvals.withCode(normalizeShortCode(typed), tx);
  }

  /** How many wait in a conversation. */
  async pendingAt(tx: Tx, place: ApprovalPlace): Promise<number> {
    return (await this.approvals.pendingIn(tx, place)).length;
  }

  /** Stores a request, whose messages are in the outbox already. */
  async ask(tx: Tx, request: ApprovalRequest): Promise<void> {
    await this.approvals.insert(tx, request);
    await this.record.asked(tx, request);
    await this.enqueue(tx, 'expire', request.id);
  }

  isPermitted(call: PermittedCall): Promise<boolean> {
    return this.permissions.permits(call, this.clock.now());
  }

  /** Newest first; `before` is the id of the last one of the previous page. */
  list(page: {
    readonly limit: number;
    readonly states?: readonly ApprovalState[] | undefined;
    readonly before?: string | undefined;
  }): Promise<readonly Approval[]> {
    return this.approvals.page(page);
  }

  /** How many wait or run, by state. */
  openCounts(): Promise<ReadonlyMap<OpenState, number>> {
    return this.approvals.openCounts();
  }

  /** Call it in a transaction of its own, or one that ends what brought the decision. The caller has checked the right. */
  async decide(tx: Tx, id: string, decision: Decision, by: Decider): Promise<DecisionOutcome> {
    const approval = await this.approvals.find(id, tx);
    if (!approval) return { kind: 'unknown' };
    const at = this.clock.now();
    const verdict: ApprovalVerdict =
      decision.kind === 'approve'
        ? { state: 'approved', at, by }
        : { state: 'denied', at, by, reason: decision.reason };
    const decided = await this.change(tx, approval, verdict);
    if (!decided) return { kind: 'already', approval: await this.ended(tx, approval) };
    if (decision.kind === 'approve') {
      if (decision.forAnHour) await this.permit(tx, approval, by);
      await this.enqueue(tx, 'call', id);
    }
    return { kind: 'decided', approval: decided };
  }

  /** Notes that the call is about to be made. @throws when it is not the turn of this worker any more */
  async begin(tx: Tx, { id }: Approval): Promise<void> {
    if (!(await this.approvals.begin(tx, id))) throw new Error(`approval ${id} is already being processed`);
  }

  /** Notes how the call ended. @returns undefined when that is known already */
  async end(tx: Tx, approval: Approval, end: ApprovalEnding): Promise<Approval | undefined> {
    const at = this.clock.now();
    if (!(await this.approvals.end(tx, approval.id, { ...end, at }))) return undefined;
    await this.enqueue(tx, 'show', approval.id);
    const { state, result, reason = approval.reason } = end;
    const ended = { ...approval, state, result, reason, endedAt: at };
    await this.record.ended(tx, ended);
    return ended;
  }

  /** @returns false when it has its decision, or time left */
  async expire(tx: Tx, approval: Approval): Promise<boolean> {
    const at = this.clock.now();
    return (await this.change(tx, approval, { state: 'expired', at, by: GATEWAY })) !== undefined;
  }

  /** Withdraws what waits in a session (`/new`). @returns how many */
  async withdrawSession(tx: Tx, sessionKey: string, by: Decider): Promise<number> {
    return this.withdraw(tx, await this.approvals.pendingOf(tx, sessionKey), by);
  }

  /** Withdraws what waits in a conversation of a session (`/stop`). @returns how many */
  async withdrawIn(tx: Tx, place: ApprovalPlace, sessionKey: string, by: Decider): Promise<number> {
    const pending = await this.approvals.pendingIn(tx, place);
    return this.withdraw(
      tx,
      pending.filter((each) => each.sessionKey === sessionKey),
      by,
    );
  }

  /** Permissions in force, newest first. */
  listPermissions(): Promise<readonly ToolPermission[]> {
    return this.permissions.all(this.clock.now());
  }

  /** @returns false when there is none in force with that id */
  async endPermission(tx: Tx, id: string, by: Decider): Promise<boolean> {
    const ended = await this.permissions.end(tx, id, this.clock.now());
    if (ended) await this.record.permissionEnded(tx, ended, by);
    return ended !== undefined;
  }

  private async withdraw(tx: Tx, pending: readonly Approval[], by: Decider): Promise<number> {
    let count = 0;
    for (const approval of pending)
      if (await this.change(tx, approval, { state: 'withdrawn', at: this.clock.now(), by })) count++;
    return count;
  }

  private async change(tx: Tx, approval: Approval, verdict: ApprovalVerdict): Promise<Approval | undefined> {
    if (!(await this.approvals.decide(tx, approval.id, verdict))) return undefined;
    const { state, at, by, reason } = verdict;
    const decided = { ...approval, state, decidedAt: at, decidedBy: by.id, decidedByName: by.name, reason };
    await this.record.decided(tx, decided);
    await this.enqueue(tx, 'show', approval.id);
    if (state !== 'expired') tx.afterCommit(() => void this.endWaiting(approval.id));
    return decided;
  }

  /** Has the job of the expiry find out now that nothing is left to do; else it counts as work until the time is up. */
  private async endWaiting(id: string): Promise<void> {
    await this.queue.expedite(JOB_KINDS.approval, keyOf('expire', id)).catch((error: unknown) => {
      this.logger.debug(`the expiry of ${id} could not be processed and is retried: ${errorText(error)}`);
    });
  }

  /** The approval as it stands; one whose time is up expires here rather than a moment later. */
  private async ended(tx: Tx, approval: Approval): Promise<Approval> {
    const now = await this.approvals.find(approval.id, tx);
    if (now?.state === 'pending') await this.expire(tx, now);
    return (await this.approvals.find(approval.id, tx)) ?? approval;
  }

  private async permit(tx: Tx, { agentId, call, askedIn }: Approval, by: Decider): Promise<void> {
    const createdAt = this.clock.now();
    const { channel, account, conversation, sender } = askedIn;
    const { input: _, ...tool } = call;
    const permission = {
      id: newId('prm', createdAt),
      agentId,
      call: tool,
      place: { channel, account, conversation: conversation.id },
      senderId: sender.id,
      senderName: sender.name,
      grantedBy: by.id,
      createdAt,
      endsAt: createdAt + PERMISSION_MS,
    };
    await this.permissions.insert(tx, permission);
    await this.record.permissionGranted(tx, permission, by);
  }

  private async enqueue(tx: Tx, task: ApprovalTask, approvalId: string): Promise<void> {
    await this.queue.enqueue(tx, {
      kind: JOB_KINDS.approval,
      key: keyOf(task, approvalId),
      payload: { task, approvalId },
    });
  }
}
