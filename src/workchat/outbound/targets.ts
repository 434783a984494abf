import type { ConversationId, SenderId } from '../../channels/index.js';
import type { References } from '../places/references.js';
import { baseOf, isConversation, typedSender } from '../workchat.id.js';

const CHANNEL_PREFIX = /^(?:workchat|teams):\s*/i;
const PERSON_PREFIX = /^user:\s*/i;
const PLACE_PREFIX = /^conversation:\s*/i;
/** Ids that can be nothing but a conversation's, so that they need no prefix (spec, target formats). */
const RAW = /@thread|@unq\.gbl\.spaces$|^a:/i;

/** Targets as people and models write them; only places that have been heard from can be written to. */
export class Targets {
  constructor(
    private readonly references: References,
    /** Who has a name, if one alone has it and the directory tells. */
    private readonly personNamed: (name: string) => Promise<SenderId | undefined>,
  ) {}

  async resolve(text: string): Promise<ConversationId | undefined> {
    const target = text.trim().replace(CHANNEL_PREFIX, '').trim();
    if (PERSON_PREFIX.test(target)) return this.personalChat(target.replace(PERSON_PREFIX, ''));
    if (PLACE_PREFIX.test(target)) return this.known(target.replace(PLACE_PREFIX, ''));
    return RAW.test(target) ? this.known(target) : undefined;
  }

  private async personalChat(text: string): Promise<ConversationId | undefined> {
    const sender =
      typedSender(text) ?? (text.trim() === '' ? undefined : await this.personNamed(text.trim()));
    const conversation = sender && (await this.references.personalChatWith(sender));
    return conversation && this.known(conversation);
  }

  private async known(text: string): Promise<ConversationId | undefined> {
    const id = baseOf(text);
    if (!isConversation(id)) return undefined;
    return (await this.references.find(id as ConversationId))?.conversation;
  }
}
