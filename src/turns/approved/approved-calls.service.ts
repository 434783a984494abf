import { Injectable } from '@nestjs/common';
import type { ToolResult } from '../../assistant/index.js';
import { type TracedTool, tracer } from '../../common/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../../persistence/index.js';
import { type Approval, HeldError } from '../../conversations/index.js';
import { type CallEnd, CallOutcome } from './call-outcome.service.js';
import { CallCheck, type CheckedCall } from './call-check.service.js';

/** Makes each call that was allowed: once, with the stored arguments, after it was checked again. */
@Injectable()
export class ApprovedCalls {
  constructor(
    private readonly db: Database,
    private readonly check: CallCheck,
    private readonly outcome: CallOutcome,
  ) {}

  async make(job: ClaimedJob, approval: Approval): Promise<JobResult> {
    const call = await this.check.of(approval);
    // Another process was ended while it made the call.
    if (approval.state === 'running' && ('problem' in call || !call.mayRunAgain))
      return this.end(job, approval, { state: 'interrupted' });
    if ('problem' in call) return this.end(job, approval, { state: 'failed', reason: call.problem });
    return call.kind === 'database'
      ? this.makeInDatabase(job, approval, call)
      : this.makeAtRemote(job, approval, call);
  }

  /** Ends a call that cannot be taken up any more. */
  giveUp(tx: Tx, approval: Approval, error: string): Promise<void> {
    const state = approval.state === 'running' ? 'interrupted' : 'failed';
    return this.outcome.end(tx, approval, { state, reason: error });
  }

  private async makeAtRemote(
    job: ClaimedJob,
    approval: Approval,
    call: Extract<CheckedCall, { kind: 'remote' }>,
  ): Promise<JobResult> {
    await this.db.transaction(async (tx) => {
      await job.hold(tx);
      if (approval.state === 'approved') await this.outcome.begin(tx, approval);
    });
    const perform = () => call.perform(job.signal);
    const result = await (tracer?.tool(toolOf(approval), perform) ?? perform());
    return this.end(job, approval, endOf(result));
  }

  /** A message is in the outbox together with the end of its approval, or neither is. */
  private async makeInDatabase(
    job: ClaimedJob,
    approval: Approval,
    call: Extract<CheckedCall, { kind: 'database' }>,
  ): Promise<JobResult> {
    const make = async (tx: Tx) => {
      await job.hold(tx);
      const perform = () => call.perform(tx);
      const result = await (tracer?.tool(toolOf(approval), perform) ?? perform());
      await this.outcome.end(tx, approval, endOf(result));
      await job.complete(tx);
    };
    try {
      await this.db.transaction(make);
      return DONE;
    } catch (error) {
      if (!(error instanceof HeldError)) throw error;
      return this.end(job, approval, { state: 'failed', reason: 'a person holds the conversation' });
    }
  }

  private async end(job: ClaimedJob, approval: Approval, end: CallEnd): Promise<JobResult> {
    await this.db.transaction(async (tx) => {
      await this.outcome.end(tx, approval, end);
      await job.complete(tx);
    });
    return DONE;
  }
}

const toolOf = ({ call: { modelName: name }, eventId }: Approval): TracedTool => ({ name, eventId });

function endOf(result: ToolResult): CallEnd {
  if (result.ok) return { state: 'done', result };
  return { state: result.isUncertain ? 'interrupted' : 'failed', result };
}
