import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../../../channels/index.js';
import {
  type AnswerOutcome,
  ApprovalAnswers,
  Approvals,
  type Decision,
} from '../../../conversations/index.js';
import type { ChatCommand, CommandAnswer, CommandCall } from '../command.js';

/** The most characters of a reason. */
const MOST_REASON = 500;

/** Answers an approval by its code. */
@Injectable()
export class AnswersByCode {
  constructor(
    private readonly approvals: Approvals,
    private readonly answers: ApprovalAnswers,
  ) {}

  async answer(event: InboundEvent, code: string, decision: Decision): Promise<CommandAnswer> {
    const approval = await this.approvals.withCode(code);
    if (!approval) return { text: 'No approval has this code.' };
    let outcome: AnswerOutcome | undefined;
    return {
      text: '',
      outcome: () => outcome?.text ?? '',
      write: async (tx) => {
        outcome = await this.answers.carryOut(tx, event, approval.id, decision);
      },
    };
  }
}

/** Allows a tool call that waits. */
@Injectable()
export class ApproveCommand implements ChatCommand {
  readonly name = 'approve';
  readonly concerns = 'gateway';
  readonly usage = '/approve CODE [hour]';
  readonly summary = 'approve the request; with "hour" the same tool for one hour';

  constructor(private readonly codes: AnswersByCode) {}

  run({ stored: { event }, rest }: CommandCall): CommandAnswer | Promise<CommandAnswer> {
    const words = rest.split(/\s+/);
    const forAnHour = words.at(-1)?.toLowerCase() === 'hour';
    const code = words.slice(0, forAnHour ? -1 : undefined).join(' ');
    if (code === '') return { text: `Write ${this.usage}.` };
    return this.codes.answer(event, code, { kind: 'approve', forAnHour });
  }
}

/** Refuses a tool call that waits. */
@Injectable()
export class DenyCommand implements ChatCommand {
  readonly name = 'deny';
  readonly concerns = 'gateway';
  readonly usage = '/deny CODE [reason]';
  readonly summary = 'deny the request; the assistant sees your reason';

  constructor(private readonly codes: AnswersByCode) {}

  run({ stored: { event }, rest }: CommandCall): CommandAnswer | Promise<CommandAnswer> {
    const [, code = '', words = ''] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? [];
    if (code === '') return { text: `Write ${this.usage}.` };
    const reason = words.slice(0, MOST_REASON);
    return this.codes.answer(event, code, { kind: 'deny', reason: reason === '' ? undefined : reason });
  }
}
