import { Injectable } from '@nestjs/common';
import {
  type Author,
  ConnectorRegistry,
  mediaIdOf,
  type OutboundContent,
  reconcilesSends,
  type ReplyStyle,
  type Target,
} from '../channels/index.js';
import { type Carried, Clock, newId } from '../common/index.js';
import { MediaStore } from '../media/index.js';
import { JOB_KINDS, JobQueue, type NewJob, type Tx } from '../persistence/index.js';
import { type Delivery, newDelivery, NOT_BEGUN } from './records/delivery.js';
import { DeliveryRepository } from './records/delivery.repository.js';
import type { OutboundFile } from './files/outbound-file.js';

interface MessageOut {
  /** By `newId`, where it is needed before the message is stored. */
  readonly id?: string;
  readonly target: Target;
  readonly author: Author;
  /** The event that caused it. */
  readonly eventId?: string;
  /** The trace of the request that asked for it. */
  readonly carried?: Carried | undefined;
}

interface FileOut extends MessageOut {
  readonly file: OutboundFile;
  readonly asVoice: boolean;
  /** As for a text. */
  readonly replyStyle?: ReplyStyle;
}

/**
 * Accepts messages that must be sent: they are stored with the change that causes them, and sent by the delivery job.
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly repository: DeliveryRepository,
    private readonly queue: JobQueue,
    private readonly registry: ConnectorRegistry,
    private readonly clock: Clock,
    private readonly media: MediaStore,
  ) {}

  /** An id for a new delivery. */
  newId(): string {
    return newId('dlv', this.clock.now());
  }

  /**
   * Messages to one target are sent in the order of these calls. The first attempt of a message that can be sent at
   * once begins with its commit (ADR 0021), except for a file, because files wait for each other.
   * @returns the delivery's id
   */
  async add(tx: Tx, message: MessageOut & { readonly content: OutboundContent }): Promise<string> {
    const createdAt = this.clock.now();
    const { target, content, author, eventId = null, carried, id = this.newId() } = message;
    const isFile = mediaIdOf(content) !== undefined;
    const begunAt = !isFile && this.canTell(target) ? createdAt : null;
    const begun = newDelivery({ id, target, content, author, eventId, createdAt, begunAt });
    await this.store(tx, begun, carried);
    return id;
  }

  /** Does the same for a file of the media store, which is kept until it is sent. */
  async addFile(tx: Tx, { file, asVoice, replyStyle, ...message }: FileOut): Promise<string> {
    await this.media.use(tx, file.media.id);
    const content = { ...file.contentOf(asVoice), ...(replyStyle === undefined ? {} : { replyStyle }) };
    return this.add(tx, { ...message, content });
  }

  /** Hands an existing delivery to the delivery job. */
  async addAgain(tx: Tx, delivery: Pick<Delivery, 'id' | 'target' | 'content'>): Promise<void> {
    await this.queue.enqueue(tx, jobOf(delivery));
  }

  private async store(tx: Tx, delivery: Delivery, carried?: Carried): Promise<void> {
    const job = jobOf(delivery, carried);
    const prepareSubject = async (hasRoom: boolean) => {
      await this.repository.insert(tx, hasRoom ? delivery : { ...delivery, ...NOT_BEGUN }, job);
      return delivery;
    };
    await this.queue.enqueue(tx, { ...job, prepareSubject });
  }

  /** Whether the connector can always find out the outcome of a send afterwards, even of one that was never made. */
  private canTell(target: Target): boolean {
    const connector = this.registry.find(target.channel);
    if (connector === undefined || !reconcilesSends(connector)) return false;
    return connector.capabilities(target).features.reconcile === 'full';
  }
}

const jobOf = (delivery: Pick<Delivery, 'id' | 'target' | 'content'>, carried?: Carried): NewJob => ({
  kind: JOB_KINDS.delivery,
  key: laneOf(delivery),
  payload: { deliveryId: delivery.id, ...carried },
});

/**
 * A handed-over file replaces a message that is already there, so it has a lane of its own: no turn waits for its
 * upload.
 */
function laneOf({ id, target, content }: Pick<Delivery, 'id' | 'target' | 'content'>): string {
  const place = `${target.channel}:${target.account}:${target.conversation}`;
  return content.kind === 'handover' ? `${place}:${id}` : place;
}
