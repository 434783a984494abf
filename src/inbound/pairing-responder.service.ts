import { Injectable, Logger } from '@nestjs/common';
import { aboutMessage } from '../common/index.js';
import { type InboundEvent, targetOf } from '../channels/index.js';
import { Outbox } from '../delivery/index.js';
import { type PairingRequest, PairingService } from '../pairing/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../persistence/index.js';
import { DroppedEvents } from './dropped-events.service.js';
import { InboxRepository, type StoredEvent } from '../conversations/index.js';

/** Answers unknown senders with a pairing code, once; their text goes nowhere. */
@Injectable()
export class PairingResponder {
  private readonly logger = new Logger('Pairing');

  constructor(
    private readonly db: Database,
    private readonly inbox: InboxRepository,
    private readonly pairing: PairingService,
    private readonly outbox: Outbox,
    private readonly drops: DroppedEvents,
  ) {}

  /** Creates a pairing request; its code is put in the outbox in the same transaction. */
  async answer(job: ClaimedJob, stored: StoredEvent): Promise<JobResult> {
    const { event } = stored;
    const { channel, account, sender, conversation, thread } = event;
    await this.db.transaction(async (tx) => {
      const asked = await this.pairing.requestAccess(tx, {
        channel,
        account,
        senderId: sender.id,
        senderName: sender.name,
        askedIn: { conversationId: conversation.id, threadId: thread },
      });
      if (asked.kind === 'ignored') return this.drops.end(tx, job, stored, asked.reason);
      await this.sendCode(tx, stored.id, event, asked.request);
      const ids = { eventId: stored.id, conversationId: conversation.id };
      tx.afterCommit(() => this.logger.log(aboutMessage(requestLine(asked.request), ids)));
      await this.drops.listPlace(tx, event);
      await this.inbox.finish(tx, stored, { outcome: 'pairing', reason: 'not-paired' });
      return job.complete(tx);
    });
    return DONE;
  }

  private async sendCode(
    tx: Tx,
    eventId: string,
    event: InboundEvent,
    { code }: PairingRequest,
  ): Promise<void> {
    const target = targetOf(event);
    const content = { kind: 'text', text: invitation(code) } as const;
    await this.outbox.add(tx, { target, content, author: 'gateway', eventId });
  }
}

const SHOWN_CHARS = 6;

/**
 * For the operator: who it may be, and the command that shows the request. A log holds no whole address, and nothing of
 * the code: who reads it must not pass for the sender.
 */
function requestLine({ senderId, channel }: PairingRequest): string {
  const start = senderId.slice(0, SHOWN_CHARS).replace(/\p{C}/gu, '\ufffd');
  return `${start}… requests access: gatehouse pairing list ${channel}`;
}

const invitation = (code: string): string =>
  `This is a private assistant. To get access, send its owner this pairing code:\n${code}\nIt expires in one hour.`;
