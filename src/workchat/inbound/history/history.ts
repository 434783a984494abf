import {
  type ConnectorState,
  type ConversationId,
  type InboundMessage,
  type PastMessage,
} from '../../../channels/index.js';
import type { Clock } from '../../../common/index.js';
import type { DirectoryApi } from '../../service/directory/directory-api.js';
import { DirectoryFailure } from '../../service/directory/directory-failure.js';
import type { ListParts } from '../../service/directory/messages.js';
import { contentOf } from '../convert.js';
import { senderRefOf } from '../place.js';
import type { Reference, References } from '../../service/references/references.js';
import { CatchUp, type CatchUpParts } from '../../upkeep/catch-up.js';
import { ConversationHistory, type FoundMessage } from './conversation-history.js';
import { CatchUpCursor } from '../../upkeep/catch-up-cursor.js';
import { placeOfFound } from '../../upkeep/late-events.js';
import { Permissions } from './permissions.js';

export interface HistoryParts extends ListParts, Pick<CatchUpParts, 'isHeard' | 'answeredMs' | 'timings'> {
  readonly directory: DirectoryApi;
  readonly references: References;
  readonly state: ConnectorState;
  readonly clock: Clock;
}

/** Messages that the bot channel did not bring, as far as the directory lets the app read them. */
export class History {
  private readonly conversations: ConversationHistory;
  private readonly references: References;
  readonly catchUp: CatchUp;

  constructor(parts: HistoryParts) {
    const { references, state, clock } = parts;
    this.references = references;
    this.conversations = new ConversationHistory({ ...parts, permissions: new Permissions(clock) });
    this.catchUp = new CatchUp({
      ...parts,
      history: this.conversations,
      references: () => references.all(),
      cursor: new CatchUpCursor(state),
    });
  }

  /** As `RecallsMessages`. */
  async before(message: InboundMessage, most: number, signal: AbortSignal): Promise<readonly PastMessage[]> {
    const { conversation, thread, messageId, occurredAt } = message;
    // A personal chat has nothing that the bot was not told.
    if (conversation.kind === 'direct' || (conversation.kind === 'channel' && thread === undefined))
      return [];
    const reference = await this.references.find(conversation.id);
    if (!reference) return [];
    const place = { id: messageId, at: occurredAt, root: thread };
    try {
      const found = await this.conversations.before(reference, place, { limit: most, signal });
      return found.flatMap((each) => pastMessageOf(reference, each));
    } catch (error) {
      if (error instanceof DirectoryFailure) return [];
      throw error;
    }
  }

  /** Before something that comes live is taken: what was said before it goes first. */
  settle(conversation: ConversationId): Promise<void> {
    return this.catchUp.settle(conversation);
  }
}

function pastMessageOf(reference: Reference, found: FoundMessage): PastMessage[] {
  const { activity, id, createdAt } = found;
  const sender = senderRefOf(activity.from, reference.bot.id);
  if (!sender) return [];
  return [{ ...contentOf(activity, placeOfFound(reference, found), id), sender, occurredAt: createdAt }];
}
