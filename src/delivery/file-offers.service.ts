import { Injectable } from '@nestjs/common';
import { type HandoverContent, type InboundFileAnswer, mediaIdOf, type Target } from '../channels/index.js';
import { Clock } from '../common/index.js';
import { MediaStore } from '../media/index.js';
import type { Tx } from '../persistence/index.js';
import type { Delivery } from './records/delivery.js';
import { DeliveryRepository } from './records/delivery.repository.js';
import type { FileAnswerReason } from './records/delivery-reasons.js';
import { Outbox } from './outbox.service.js';

type Answer = HandoverContent['answer'];

/**
 * Handles the answers to files offered to people. Each offer can be answered only once, by the person and in the
 * conversation that was asked.
 */
@Injectable()
export class FileOffers {
  constructor(
    private readonly repository: DeliveryRepository,
    private readonly outbox: Outbox,
    private readonly media: MediaStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Puts the handover that follows an answer into the outbox. An unknown offer counts as expired.
   * @returns the reason when nothing follows, for the counters
   */
  async answer(tx: Tx, { eventId, event }: FileAnswered): Promise<FileAnswerReason | undefined> {
    const delivery = await this.repository.find(event.offerId, tx);
    const answer = delivery ? await this.answerTo(tx, delivery, event) : answerOf(event, false);
    if (typeof answer !== 'string') return answer.reason;
    const content = await this.stillKept(tx, handoverOf(event, { answer, delivery }));
    await this.outbox.add(tx, { target: placeOf(event), content, author: 'gateway', eventId });
    return undefined;
  }

  private async stillKept(tx: Tx, content: HandoverContent): Promise<HandoverContent> {
    const mediaId = mediaIdOf(content);
    if (mediaId === undefined || (await this.media.use(tx, mediaId))) return content;
    return { ...content, answer: 'expired' };
  }

  private async answerTo(
    tx: Tx,
    delivery: Delivery,
    event: InboundFileAnswer,
  ): Promise<Answer | { readonly reason: FileAnswerReason }> {
    if (delivery.content.kind !== 'media' || !isSamePlace(delivery.target, event))
      return { reason: 'file-elsewhere' };
    if (delivery.state !== 'sent') return this.answerUnrecorded(tx, delivery, event);
    const until = await this.repository.endOffer(tx, delivery.id, event.sender.id);
    if (until === undefined) return { reason: 'file-not-offered' };
    return answerOf(event, until > this.clock.now());
  }

  /** Handles an answer that arrives before the end of the attempt is recorded: it proves that the question was sent. */
  private async answerUnrecorded(tx: Tx, { id }: Delivery, event: InboundFileAnswer): Promise<Answer> {
    const { messageId: remoteId = null, occurredAt: sentAt } = event;
    await this.repository.endAsSent(tx, id, { remoteId, sentAt });
    return answerOf(event, true);
  }
}

interface FileAnswered {
  readonly eventId: string;
  readonly event: InboundFileAnswer;
}

const answerOf = ({ isAccepted }: InboundFileAnswer, isOpen: boolean): Answer => {
  if (!isAccepted) return 'declined';
  return isOpen ? 'accepted' : 'expired';
};

const isSamePlace = (target: Target, { channel, account, conversation }: InboundFileAnswer): boolean =>
  target.channel === channel && target.account === account && target.conversation === conversation.id;

const placeOf = ({ channel, account, conversation }: InboundFileAnswer): Target => ({
  channel,
  account,
  conversation: conversation.id,
});

function handoverOf(
  { filename, messageId, place }: InboundFileAnswer,
  { answer, delivery }: { readonly answer: Answer; readonly delivery: Delivery | undefined },
): HandoverContent {
  const { content, remoteId = null } = delivery ?? {};
  const askedIn = messageId ?? (remoteId as InboundFileAnswer['messageId'] | null) ?? undefined;
  const base = { kind: 'handover', answer, place, text: '' } as const;
  const asked = askedIn === undefined ? {} : { askedIn };
  if (content?.kind !== 'media') return { ...base, ...asked, file: null, filename };
  const { mediaId, mimeType, bytes } = content;
  return { ...base, ...asked, file: { mediaId, mimeType, bytes }, filename: content.filename };
}
