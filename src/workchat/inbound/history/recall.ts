import type { InboundMessage, PastMessage } from '../../../channels/index.js';
import { DirectoryFailure } from '../../service/directory/directory-failure.js';
import type { Reference, References } from '../../service/references/references.js';
import { contentOf } from '../convert.js';
import { senderRefOf } from '../place.js';
import { type ConversationHistory, type FoundMessage, placeOfFound } from './conversation-history.js';

/** Finds earlier messages that the bot channel did not deliver, as far as the app may read them. */
export class MessageRecall {
  constructor(
    private readonly references: References,
    private readonly history: Pick<ConversationHistory, 'before'>,
  ) {}

  /** See `RecallsMessages`. */
  async before(message: InboundMessage, most: number, signal: AbortSignal): Promise<readonly PastMessage[]> {
    const { conversation, thread, messageId, occurredAt } = message;
    // Nothing can be missing in a personal chat, of which the bot receives every message.
    if (conversation.kind === 'direct' || (conversation.kind === 'channel' && thread === undefined))
      return [];
    const reference = await this.references.find(conversation.id);
    if (!reference) return [];
    const place = { id: messageId, at: occurredAt, root: thread };
    try {
      const found = await this.history.before(reference, place, { limit: most, signal });
      return found.flatMap((each) => pastMessageOf(reference, each));
    } catch (error) {
      if (error instanceof DirectoryFailure) return [];
      throw error;
    }
  }
}

function pastMessageOf(reference: Reference, found: FoundMessage): PastMessage[] {
  const { activity, id, createdAt } = found;
  const sender = senderRefOf(activity.from, reference.bot.id);
  if (!sender) return [];
  return [{ ...contentOf(activity, placeOfFound(reference, found), id), sender, occurredAt: createdAt }];
}
