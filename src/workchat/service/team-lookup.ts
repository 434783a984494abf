import { withTimeout } from '../../common/index.js';
import { DirectoryFailure } from './directory/directory-failure.js';
import type { ConnectorService, ServiceOutcome } from './connector-service.js';
import { fieldsOf, textOf } from '../../channels/kit/index.js';
import { isGuid } from '../ids/id.js';
import type { Reference } from './references/references.js';
import type { TeamGroups } from './references/team-groups.js';
import { LOOK_UP_MS } from './wire/activity.js';

/** Finds the directory group of a team: remembered, otherwise fetched from the platform. */
export class TeamLookup {
  /** Calls in progress by team: all messages of a team wait for one. */
  private readonly asking = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly service: Pick<ConnectorService, 'team'>,
    private readonly teams: TeamGroups,
    private readonly dependsOnGroup: (team: string) => boolean,
  ) {}

  /**
   * The group, for a call of the platform, which does not wait long for it. A look-up that takes longer continues for the
   * next one.
   * @returns undefined where no setting depends on it, or the team has none. @throws DirectoryFailure where it could not
   * be looked up, so that nothing may be decided by it
   */
  async groupInTime(reference: Reference, team: string): Promise<string | undefined> {
    if (!this.isMissing(team)) return this.teams.groupOf(team);
    return withTimeout(this.ask(reference, team), LOOK_UP_MS, () => {
      throw unknown();
    });
  }

  /** Whether settings depend on the group of the team, and it is not known. */
  isMissing(team: string): boolean {
    return this.teams.groupOf(team) === undefined && this.dependsOnGroup(team);
  }

  /** The directory knows a team only by its group (wire 5.6). @throws DirectoryFailure */
  async groupOf(reference: Reference): Promise<string> {
    const { team } = reference;
    if (team === undefined) throw new DirectoryFailure('absent', 'the platform has not reported the team');
    const group = this.teams.groupOf(team) ?? (await this.ask(reference, team));
    if (group === undefined)
      throw new DirectoryFailure('absent', 'the platform does not know the group of the team');
    return group;
  }

  private ask(reference: Reference, team: string): Promise<string | undefined> {
    const asking =
      this.asking.get(team) ?? this.look(reference, team).finally(() => this.asking.delete(team));
    this.asking.set(team, asking);
    return asking;
  }

  private async look(reference: Reference, team: string): Promise<string | undefined> {
    const outcome = await this.service.team(reference, team);
    const group = groupIn(outcome);
    if (group === undefined && !isLasting(outcome)) throw unknown();
    if (group !== undefined) await this.teams.store(team, group).catch(() => undefined);
    return group;
  }
}

const unknown = () => new DirectoryFailure('unreachable', 'the team cannot be looked up');

function groupIn(outcome: ServiceOutcome): string | undefined {
  const group = outcome.kind === 'answered' ? textOf(fieldsOf(outcome.json).aadGroupId)?.trim() : undefined;
  return group !== undefined && isGuid(group) ? group.toLowerCase() : undefined;
}

/** Whether a repeat is useless: the service reports an unknown team, or one without the bot. */
const isLasting = (outcome: ServiceOutcome): boolean =>
  outcome.kind === 'answered' && [200, 400, 403, 404].includes(outcome.status);
