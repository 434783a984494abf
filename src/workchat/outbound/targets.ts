import { type Place, type SenderId, TargetInvalid, TargetUnclear } from '../../channels/index.js';
import { neededFor } from '../service/directory/api-permissions.js';
import { AmbiguousName, DirectoryFailure } from '../service/directory/directory-failure.js';
import type { Names } from '../service/directory/names.js';
import { isTeamName } from '../settings/teams.js';
import type { References } from '../service/references/references.js';
import { placeNamed, typedSender } from '../ids/id.js';

const CHANNEL_PREFIX = /^(?:workchat|teams):\s*/i;
const PERSON_PREFIX = /^user:\s*/i;
const PLACE_PREFIX = /^conversation:\s*/i;
/** Ids that can only be a conversation's, so they need no prefix (spec, target formats). */
const RAW = /@thread|@unq\.gbl\.spaces$|^a:/i;

/** The kinds of names that are looked up, in the words of an error message, and the look-up for each. */
const LOOKED_UP = {
  person: { several: 'people have that name; use user:<directory object ID>', use: 'people' },
  team: { several: 'teams have that name; use conversation:<id>', use: 'teams' },
  channel: { several: 'channels of the team have that name; use conversation:<id>', use: 'channels' },
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
   * @throws TargetUnclear for a name of no team or several, or a person who never wrote; TargetInvalid for a thread without id
   */
  async resolve(text: string, signal?: AbortSignal): Promise<Place | undefined> {
    const target = text.trim().replace(CHANNEL_PREFIX, '').trim();
    if (PERSON_PREFIX.test(target))
      return this.personalChat(target.replace(PERSON_PREFIX, '').trim(), signal);
    if (PLACE_PREFIX.test(target)) return this.known(target.replace(PLACE_PREFIX, ''));
    if (RAW.test(target)) return this.known(target);
    if (typedSender(target) !== undefined) throw new TargetUnclear(forPerson(target));
    return isTeamName(target) && target !== '' ? this.channelOf(target, signal) : undefined;
  }

  private async personalChat(text: string, signal?: AbortSignal): Promise<Place | undefined> {
    if (text === '') return undefined;
    const sender: SenderId | undefined =
      typedSender(text) ?? (await found('person', () => this.names.person(text, signal)));
    if (sender === undefined) return undefined;
    const conversation = await this.references.personalChatWith(sender);
    const known = conversation && (await this.known(conversation));
    if (known === undefined) throw new TargetUnclear('the person must write to the bot first');
    return known;
  }

  /** The name of a team alone means its first channel. */
  private async channelOf(text: string, signal?: AbortSignal): Promise<Place | undefined> {
    const slash = text.indexOf('/');
    const [name, channel] =
      slash < 0 ? [text, ''] : [text.slice(0, slash).trim(), text.slice(slash + 1).trim()];
    if (name === '' || (slash >= 0 && channel === '')) return undefined;
    const hint = slash < 0 ? `; ${forPerson(name)}` : '';
    const group = await found('team', () => this.names.team(name, signal), hint);
    if (group === undefined) throw new TargetUnclear(`no team has that name${hint}`);
    const id = await found('channel', () =>
      slash < 0 ? this.names.firstChannel(group, signal) : this.names.channel(group, channel, signal),
    );
    return id === undefined ? undefined : this.known(id);
  }

  /** The thread is not looked up: only the platform knows all of them, and the delivery tells of one that is none. */
  private async known(text: string): Promise<Place | undefined> {
    const named = placeNamed(text);
    // Without the thread it would become a post of its own, which the text does not say.
    if (named && named.root === undefined && named.conversation !== text.trim())
      throw new TargetInvalid('the id after ;messageid= is missing or invalid');
    const reference = named && (await this.references.find(named.conversation));
    if (!reference) return undefined;
    const { conversation } = reference;
    return named.root === undefined ? { conversation } : { conversation, thread: named.root };
  }
}

const forPerson = (name: string): string => `for a person, use user:${name}`;

/** @param hint ends the message of a failed look-up */
async function found<T>(
  what: keyof typeof LOOKED_UP,
  look: () => Promise<T>,
  hint = '',
): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error;
    if (error.kind === 'absent') return undefined;
    throw new TargetUnclear(whyNot(what, error, hint), { cause: error });
  }
}

function whyNot(what: keyof typeof LOOKED_UP, failure: DirectoryFailure, hint: string): string {
  const { several, use } = LOOKED_UP[what];
  if (failure instanceof AmbiguousName) return `${failure.count} ${several}`;
  const why = failure.kind === 'denied' ? `the app needs ${neededFor(use)}` : failure.message;
  return `cannot look up the ${what} by name: ${why}${hint}`;
}
