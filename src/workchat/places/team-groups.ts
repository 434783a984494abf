import { type ConnectorState, DEFAULT_ACCOUNT } from '../../channels/index.js';
import { isGuid, WORKCHAT } from '../workchat.id.js';

const PREFIX = 'team:';

/**
 * Which directory group is behind a team's thread (wire 1.2): settings may name a team by either, but only some
 * events tell both. Kept in the connector's state, so that all replicas learn of it.
 */
export class TeamGroups {
  private groups = new Map<string, string>();

  constructor(private readonly state: ConnectorState) {}

  groupOf(team: string): string | undefined {
    return this.groups.get(team);
  }

  async load(): Promise<void> {
    const rows = await this.state.list(WORKCHAT, DEFAULT_ACCOUNT, PREFIX);
    this.groups = new Map([...rows].map(([key, group]) => [key.slice(PREFIX.length), group]));
  }

  /** Resolves once it is kept. */
  async keep(team: string, group: string): Promise<void> {
    if (!isGuid(group) || this.groups.get(team) === group.toLowerCase()) return;
    await this.state.set(WORKCHAT, DEFAULT_ACCOUNT, PREFIX + team, group.toLowerCase());
    this.groups.set(team, group.toLowerCase());
  }
}
