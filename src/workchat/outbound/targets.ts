import type { ConversationId, SenderId } from '../../channels/index.js';
import type { References } from '../places/references.js';
import { baseOf, isConversation, typedSender } from '../workchat.id.js';

const CHANNEL_PREFIX = /^(?:workchat|teams):\s*/i;
const PERSON_PREFIX = /^user:\s*/i;
const PLACE_PREFIX = /^conversation:\s*/i;
/** Ids that can be nothing but a conversation's, so that they need no prefix (spec, target formats). */
const RAW = /@thread|@unq\.gbl\.spaces$|^a:/i;

/** What can be done about a target that no place was found for (spec, authentication 6). */
export function adviceOn(text: string): string {
  const target = text.trim().replace(CHANNEL_PREFIX, '').trim();
  if (PERSON_PREFIX.test(target))
    return 'that person has to write to the bot first, and a name has to be the whole name of one person alone';
  if (PLACE_PREFIX.test(target) || RAW.test(target))
    return 'somebody has to write from there first, or install the app there';
  return 'people are user:<id or name>, places conversation:<id>';
}

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
