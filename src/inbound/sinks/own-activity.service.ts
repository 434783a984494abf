import { Injectable } from '@nestjs/common';
import type { OwnActivity, Target } from '../../channels/index.js';
import { Clock, likenessOf, newId } from '../../common/index.js';
import { OurMessages } from '../../delivery/index.js';
import { GatehouseConfig, SESSION } from '../../config/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import { describeOwnChange } from '../describe-change.js';
import {
  type HeldPlace,
  Holds,
  InboxRepository,
  linesForModel,
  OWNER,
  SelfChatEchoes,
  SenderGate,
  SessionRouter,
  TranscriptRepository,
  TranscriptWriter,
  withSubject,
} from '../../conversations/index.js';
import { RunningTurns } from '../../turns/index.js';

const MINUTE_MS = 60_000;

/** Records activities of our account, each once. */
@Injectable()
export class OwnActivityRecord {
  constructor(
    private readonly db: Database,
    private readonly inbox: InboxRepository,
    private readonly transcript: TranscriptRepository,
    private readonly clock: Clock,
    private readonly running: RunningTurns,
    private readonly writer: TranscriptWriter,
    private readonly holds: Holds,
    private readonly config: GatehouseConfig,
  ) {}

  now(): number {
    return this.clock.now();
  }

  /** Whether any message of this place is stored. */
  isKnown(target: Target): Promise<boolean> {
    return this.transcript.hasAny(target);
  }

  /** @returns false when it was recorded before */
  write(activity: OwnActivity, sessionKey: string): Promise<boolean> {
    const at = this.clock.now();
    const { inboxKey, what, conversation } = activity;
    const place = { channel: activity.channel, account: activity.account, conversation: conversation.id };
    const entry = { sessionKey, eventId: newId('evt', at), place, at };
    return this.db.transaction(async (tx) => {
      const done = { ...activity, inboxKey, sessionKey, receivedAt: at, reason: 'own-message' as const };
      if (!(await this.inbox.insertDone(tx, done))) return false;
      await this.storeQuestions(tx, activity, sessionKey);
      const author = await this.authorOf(tx, activity, place);
      if (what.kind === 'message') {
        // No other message caused this one: its own event id stands for a delivery, so that it has no question.
        const said = { ...entry, deliveryId: entry.eventId, messageId: what.messageId, author };
        const text = linesForModel(withSubject(what), what.attachments);
        await this.transcript.appendOurs(tx, { ...said, text });
      } else {
        await this.transcript.appendHappening(tx, {
          ...entry,
          text: describeOwnChange(what.change),
        });
      }
      await this.transcript.touchConversation(tx, activity, at);
      return true;
    });
  }

  /**
   * Holds the conversation where the owner writes with the account, if that is configured (`session.holdOnOwnMessage`).
   * @returns the author of the message while anyone holds the conversation: it is not the assistant's own word then
   */
  private async authorOf(
    tx: Tx,
    { what, occurredAt }: OwnActivity,
    place: HeldPlace,
  ): Promise<string | undefined> {
    const minutes = this.config.get(SESSION).holdOnOwnMessage;
    if (minutes > 0 && what.kind === 'message')
      await this.holds.holdForOwner(tx, place, minutes * MINUTE_MS, occurredAt);
    return (await this.holds.isHeldIn(tx, place)) ? OWNER.id : undefined;
  }

  /**
   * Stores the messages that turns of this process are answering, before something of ours that was written after them.
   * Otherwise they are stored with their answers.
   */
  private async storeQuestions(tx: Tx, activity: OwnActivity, sessionKey: string): Promise<void> {
    const { sequence = Infinity } = activity;
    for (const question of this.running.questionsAt({ sessionKey, event: activity }))
      if ((question.event.sequence ?? 0) < sequence) await this.writer.storeQuestion(tx, question);
  }
}

/**
 * Messages that people write on the phone with our account, and changes they make to groups, look to others like the
 * assistant's own. So the assistant must know of them wherever it takes part in the conversation (ADR 0041). Texts to
 * people without access stay private.
 */
@Injectable()
export class OwnActivities {
  constructor(
    private readonly ourMessages: OurMessages,
    private readonly echoes: SelfChatEchoes,
    private readonly router: SessionRouter,
    private readonly senders: SenderGate,
    private readonly record: OwnActivityRecord,
  ) {}

  /** @returns whether it was recorded; see `InboundSink.ownActivity` */
  async recordActivity(activity: OwnActivity): Promise<boolean> {
    const { channel, account, conversation } = activity;
    const target: Target = { channel, account, conversation: conversation.id };
    if (await this.isSending(activity, target)) return false;
    if (!(await this.isPartOf(target))) return false;
    return this.record.write(activity, this.router.sessionAt(target));
  }

  /**
   * Whether the activity is our own send: by its id, or because it may be a message whose send has not reported an id
   * yet.
   */
  private async isSending({ what, isLate, occurredAt }: OwnActivity, target: Target): Promise<boolean> {
    if (what.kind !== 'message') return false;
    if (await this.ourMessages.isOurs(target, what.messageId)) return true;
    const gone = await this.echoes.goneLike({ ...what, isLate, occurredAt }, target, this.record.now());
    // A send that has its id is another message, unless the service has stored the very text once more.
    return gone.some(
      ({ remoteId, content }) => remoteId === null || likenessOf(content.text, what.text) === 'equal',
    );
  }

  private async isPartOf(target: Target): Promise<boolean> {
    const details = this.router.describe(target);
    if (details?.sender === undefined) return this.record.isKnown(target);
    const { channel, account } = target;
    const { conversation, accessKeys, sender: senderId } = details;
    return (
      (await this.senders.stillLetIn([{ channel, account, conversation, accessKeys, senderId }])).size > 0
    );
  }
}
