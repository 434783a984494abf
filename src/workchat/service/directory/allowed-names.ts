import { senderKeyOf } from '../../../channels/index.js';
import { Logger } from '@nestjs/common';
import { readEntry } from '../../settings/allow-list.js';
import type { ResolvedNames, WorkchatSettings } from '../../settings/settings.js';
import { isTeamName } from '../../settings/teams.js';
import { isGuid } from '../../ids/id.js';
import { type ApiUse, neededFor } from './api-permissions.js';
import { DirectoryFailure } from './directory-failure.js';
import type { Names } from './names.js';

/** The time limit for all look-ups of a start, during which calls of the platform are deferred. */
const RESOLVE_MS = 20_000;
/** The look-up for each kind of name. */
const USES = { person: 'people', team: 'teams', channel: 'channels' } as const satisfies Record<
  string,
  ApiUse
>;
type Kind = keyof typeof USES;

/**
 * Resolves the names in the settings to ids. Each is looked up once in the life of the account, so that renaming a
 * person never grants access to someone else (wire 10, row 32); only unanswered look-ups are repeated.
 */
export class AllowedNames implements ResolvedNames {
  private readonly logger = new Logger('Workchat');
  readonly people = new Map<string, string>();
  readonly teams = new Map<string, string>();
  readonly channels = new Map<string, Map<string, string>>();
  private readonly groups = new Map<string, string>();
  private readonly answered = new Set<string>();

  constructor(
    private readonly names: Names,
    private readonly groupOf: (team: string) => string | undefined,
  ) {}

  /** Resolves when all names are looked up, or time is up; never throws. Makes no call without names. */
  async resolve(settings: WorkchatSettings): Promise<void> {
    const signal = AbortSignal.timeout(RESOLVE_MS);
    await this.resolvePeople(settings, signal);
    for (const [team, { channels = {} }] of Object.entries(settings.teams ?? {})) {
      if (isTeamName(team)) await this.resolveTeam(team, signal);
      await this.resolveChannels(team, Object.keys(channels).filter(isTeamName), signal);
    }
  }

  private async resolvePeople(
    { allowFrom, groupAllowFrom }: WorkchatSettings,
    signal: AbortSignal,
  ): Promise<void> {
    for (const entry of [...allowFrom, ...groupAllowFrom].map(readEntry)) {
      if (entry.kind !== 'name') continue;
      await this.lookUp('person', entry.name, async () => {
        const id = await this.names.person(entry.name, signal);
        this.people.set(entry.name, senderKeyOf(id));
        return id;
      });
    }
  }

  private async resolveTeam(name: string, signal: AbortSignal): Promise<void> {
    await this.lookUp('team', name, async () => {
      const group = await this.names.team(name.trim(), signal);
      const thread = await this.threadOf(group, signal);
      this.groups.set(name, group);
      this.teams.set(name, thread);
      return thread;
    });
  }

  /**
   * The id of the team's thread. Without permission for the look-up the group stands in, until an event brings both
   * ids.
   */
  private async threadOf(group: string, signal: AbortSignal): Promise<string> {
    try {
      return await this.names.firstChannel(group, signal);
    } catch (error) {
      if (error instanceof DirectoryFailure && !error.isPassing) return group;
      throw error;
    }
  }

  private async resolveChannels(
    team: string,
    channels: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const group = isGuid(team) ? team : (this.groups.get(team) ?? this.groupOf(team));
    if (group === undefined) return;
    for (const name of channels)
      await this.lookUp('channel', `${team}/${name}`, async () => {
        const id = await this.names.channel(group, name.trim(), signal);
        this.channels.set(team, (this.channels.get(team) ?? new Map<string, string>()).set(name, id));
        return id;
      });
  }

  private async lookUp(kind: Kind, name: string, look: () => Promise<string>): Promise<void> {
    const key = `${kind} ${name}`;
    if (this.answered.has(key)) return;
    try {
      this.logger.log(`the ${kind} '${name}' in the settings is ${await look()}`);
      this.answered.add(key);
    } catch (error) {
      if (!(error instanceof DirectoryFailure)) throw error;
      const why = error.kind === 'denied' ? `the app needs ${neededFor(USES[kind])}` : error.message;
      this.logger.warn(`the ${kind} '${name}' in the settings has no match: ${why}`);
      if (!error.isPassing) this.answered.add(key);
    }
  }
}
