import { type ConversationId, type SenderId, TargetUnclear } from '../../channels/index.js';
import { neededFor } from '../service/directory/api-permissions.js';
import { AmbiguousName, DirectoryFailure } from '../service/directory/directory-failure.js';
import type { Names } from '../service/directory/names.js';
import { isTeamName } from '../settings/teams.js';
import type { References } from '../service/references/references.js';
import { baseOf, isConversation, typedSender } from '../ids/id.js';

const CHANNEL_PREFIX = /^(?:workchat|teams):\s*/i;
const PERSON_PREFIX = /^user:\s*/i;
const PLACE_PREFIX = /^conversation:\s*/i;
/** Ids that can only be a conversation's, so they need no prefix (spec, target formats). */
const RAW = /@thread|@unq\.gbl\.spaces$|^a:/i;

/** The kinds of names that are looked up, in the words of an error message, and the look-up for each. */
const LOOKED_UP = {
  person: { several: 'people have that name: use user:<directory object ID>', use: 'people' },
  team: { several: 'teams have that name: use conversation:<id>', use: 'teams' },
  channel: { several: 'channels of the team have that name: use conversation:<id>', use: 'channels' },
} as const;

/**
 * Targets as people and models write them (spec, target formats); only known conversations can be written to. Names
 * match exactly except for case, and must be unique; without `user:` they name a team, or `Team/Channel`.
 */
export class Targets {
  constructor(
    private readonly references: References,
    private readonly names: Pick<Names, 'person' | 'team' | 'channel' | 'firstChannel'>,
  ) {}

  /**
   * @returns undefined for an unknown place
   * @throws TargetUnclear for an ambiguous name, or a person who never wrote
   */
  async resolve(text: string, signal?: AbortSignal): Promise<ConversationId | undefined> {
    const target = text.trim().replace(CHANNEL_PREFIX, '').trim();
    if (PERSON_PREFIX.test(target))
      return this.personalChat(target.replace(PERSON_PREFIX, '').trim(), signal);
    if (PLACE_PREFIX.test(target)) return this.known(target.replace(PLACE_PREFIX, ''));
    if (RAW.test(target)) return this.known(target);
    return isTeamName(target) && target !== '' ? this.channelOf(target, signal) : undefined;
  }

  private async personalChat(text: string, signal?: AbortSignal): Promise<ConversationId | undefined> {
    if (text === '') return undefined;
    const sender: SenderId | undefined =
      typedSender(text) ?? (await found('person', () => this.names.person(text, signal)));
    if (sender === undefined) return undefined;
    const conversation = await this.references.personalChatWith(sender);
    const known = conversation && (await this.known(conversation));
    if (known === undefined) throw new TargetUnclear('that person has to write to the bot first');
    return known;
  }

  /** The name of a team alone means its first channel. */
  private async channelOf(text: string, signal?: AbortSignal): Promise<ConversationId | undefined> {
    const slash = text.indexOf('/');
    const [name, channel] =
      slash < 0 ? [text, ''] : [text.slice(0, slash).trim(), text.slice(slash + 1).trim()];
    if (name === '' || (slash >= 0 && channel === '')) return undefined;
    const group = await found('team', () => this.names.team(name, signal));
    if (group === undefined) return undefined;
    const id = await found('channel', () =>
      slash < 0 ? this.names.firstChannel(group, signal) : this.names.channel(group, channel, signal),
    );
    return id === undefined ? undefined : this.known(id);
  }

  private async known(text: string): Promise<ConversationId | undefined> {
    const id = baseOf(text);
    if (!isConversation(id)) return undefined;
    return (await this.references.find(id as ConversationId))?.conversation;
  }
}

async function found<T>(what: keyof typeof LOOKED_UP, look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error;
    if (error.kind === 'absent') return undefined;
    throw new TargetUnclear(whyNot(what, error), { cause: error });
  }
}

function whyNot(what: keyof typeof LOOKED_UP, failure: DirectoryFailure): string {
  const { several, use } = LOOKED_UP[what];
  if (failure instanceof AmbiguousName) return `${failure.count} ${several}`;
  const why = failure.kind === 'denied' ? `the app needs ${neededFor(use)}` : failure.message;
  return `the ${what} can not be looked up by name: ${why}`;
}
