import { Injectable, Logger } from '@nestjs/common';
import {
  ConnectorRegistry,
  type RemoteMessageId,
  type SendFailureCode,
  showsApprovals,
} from '../../channels/index.js';
import { aboutMessage } from '../../common/index.js';
import { Deliveries } from '../../delivery/index.js';
import { type Approval, outcomeLine, type ShownRequest } from '../../conversations/index.js';

/** Shows in the messages of a request how it ended, where the channel can. */
@Injectable()
export class ApprovalDisplay {
  private readonly logger = new Logger('Approvals');

  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly deliveries: Deliveries,
  ) {}

  /** @returns why it could not be shown everywhere now, though it may be later */
  async show(approval: Approval, signal: AbortSignal): Promise<string | undefined> {
    const problems: string[] = [];
    for (const shown of approval.shown) {
      const problem = await this.showIn(approval, shown, signal);
      if (problem !== undefined) problems.push(problem);
    }
    return problems[0];
  }

  private async showIn(
    approval: Approval,
    { target, deliveryId }: ShownRequest,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const connector = this.registry.find(target.channel);
    if (!connector || !showsApprovals(connector)) return undefined;
    const { content, remoteId, state } = await this.deliveries.get(deliveryId);
    if (content.kind !== 'approval') return undefined;
    if (state !== 'sent' && state !== 'dead') return 'its request is not sent yet';
    if (remoteId === null) return undefined;
    const end = { content, outcome: outcomeLine(approval) };
    const outcome = await connector.showApprovalEnd(
      { target, messageId: remoteId as RemoteMessageId },
      end,
      signal,
    );
    if (outcome.kind === 'done') return undefined;
    const text = `the end of approval ${approval.id} is not shown: ${outcome.code}: ${outcome.detail}`;
    this.logger.debug(aboutMessage(text, { conversationId: target.conversation }));
    return AGAIN.includes(outcome.code) ? text : undefined;
  }
}

/** Faults that pass. */
const AGAIN: readonly SendFailureCode[] = [
  'unreachable',
  'rate-limited',
  'timeout',
  'remote-error',
  'in-flight',
];
