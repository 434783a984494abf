import { type ConnectorState, DEFAULT_ACCOUNT } from '../../../channels/index.js';
import type { Clock } from '../../../common/index.js';
import { isGuid, WORKCHAT } from '../../ids/id.js';
import { ExpiringMap } from './expiring-map.js';

const PREFIX = 'team:';
/** A team never changes its group; an evicted entry is fetched again from the platform. */
const BOUNDS = { most: 5_000, forMs: Infinity };

/**
 * Keeps the directory groups of teams by their threads (wire 1.2): settings may name a team by either, but only some
 * events have both. Stored in the connector's state, which all replicas share.
 */
export class TeamGroups {
  private readonly groups: ExpiringMap<string>;

  constructor(
    private readonly state: ConnectorState,
    clock: Clock,
  ) {
    this.groups = new ExpiringMap(clock, BOUNDS);
  }

  groupOf(team: string): string | undefined {
    return this.groups.get(team);
  }

  async load(): Promise<void> {
    const rows = await this.state.list(WORKCHAT, DEFAULT_ACCOUNT, PREFIX);
    for (const [key, group] of rows) {
      const team = key.slice(PREFIX.length);
      if (this.groups.get(team) !== group) this.groups.set(team, group);
    }
  }

  /** Resolves once it is stored. */
  async store(team: string, group: string): Promise<void> {
    if (!isGuid(group) || this.groups.get(team) === group.toLowerCase()) return;
    await this.state.set(WORKCHAT, DEFAULT_ACCOUNT, PREFIX + team, group.toLowerCase());
    this.groups.set(team, group.toLowerCase());
  }
}
