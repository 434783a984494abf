import { DirectoryFailure } from './directory/directory-failure.js';
import type { ConnectorService, ServiceOutcome } from './connector-service.js';
import { fieldsOf, textOf } from '../../channels/kit/index.js';
import { isGuid } from '../ids/id.js';
import type { Reference } from './references/references.js';
import type { TeamGroups } from './references/team-groups.js';

/** Finds the directory group of a team: remembered, otherwise fetched from the platform. */
export class TeamLookup {
  constructor(
    private readonly service: Pick<ConnectorService, 'team'>,
    private readonly teams: TeamGroups,
    private readonly isByGroup: () => boolean,
  ) {}

  /** @returns undefined where no setting uses it, or the platform does not state it */
  async askGroup(reference: Reference, team: string): Promise<string | undefined> {
    return this.isByGroup() ? groupIn(await this.service.team(reference, team)) : undefined;
  }

  /** The directory knows a team only by its group (wire 5.6). @throws DirectoryFailure */
  async groupOf(reference: Reference): Promise<string> {
    const { team } = reference;
    if (team === undefined) throw new DirectoryFailure('absent', 'the platform has not reported the team');
    const known = this.teams.groupOf(team);
    if (known !== undefined) return known;
    const outcome = await this.service.team(reference, team);
    const group = groupIn(outcome);
    if (group === undefined || !isGuid(group))
      throw new DirectoryFailure(
        isLasting(outcome) ? 'absent' : 'unreachable',
        'the team can not be looked up',
      );
    await this.teams.store(team, group).catch(() => undefined);
    return group;
  }
}

const groupIn = (outcome: ServiceOutcome): string | undefined =>
  outcome.kind === 'answered' ? textOf(fieldsOf(outcome.json).aadGroupId) : undefined;

/** Whether a repeat is useless: the service reports an unknown team, or one without the bot. */
const isLasting = (outcome: ServiceOutcome): boolean =>
  outcome.kind === 'answered' && [200, 400, 403, 404].includes(outcome.status);
