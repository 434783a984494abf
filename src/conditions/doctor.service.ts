import { Inject, Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../access-control/index.js';
import {
  type Check,
  type CheckResult,
  Clock,
  GatehouseError,
  isMeant,
  repairAll,
  type RepairOutcome,
  runChecks,
} from '../common/index.js';
import { GatehouseConfig } from '../config/index.js';
import { Database, type Tx } from '../persistence/index.js';
import { checksOf, type HasConditions } from './condition.js';
import { CONDITION_PARTS } from './conditions.service.js';

/** Looks for what is wrong with the gateway and its surroundings, as the running process sees them. */
@Injectable()
export class Doctor {
  constructor(
    @Inject(CONDITION_PARTS) private readonly parts: readonly HasConditions[],
    private readonly config: GatehouseConfig,
    private readonly audit: AuditLog,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param only the id of a check, or the part before its dot; all when left out
   * @throws GatehouseError INVALID_REQUEST for an id that no check has
   */
  async examine(only?: string): Promise<readonly CheckResult[]> {
    return runChecks(await this.checks(only));
  }

  /**
   * Repairs what can be repaired without harm, and records each repair.
   * @param only as for {@link examine}
   * @throws GatehouseError INVALID_REQUEST
   */
  async repair(actor: Actor, only?: string): Promise<readonly RepairOutcome[]> {
    const outcomes: RepairOutcome[] = [];
    await repairAll(await this.checks(only), (outcome) => outcomes.push(outcome));
    const done = outcomes.filter(({ problem }) => problem === undefined);
    if (done.length > 0) await this.db.transaction((tx) => this.record(tx, actor, done));
    return outcomes;
  }

  private async record(tx: Tx, actor: Actor, done: readonly RepairOutcome[]): Promise<void> {
    for (const { id, change } of done)
      await this.audit.record(tx, actor, { action: 'doctor.repaired', subject: id, details: { change } });
  }

  private async checks(only: string | undefined): Promise<readonly Check[]> {
    const { hostChecks } = await import('./host/host-checks.js');
    const { config, clock } = this;
    const host = hostChecks({ environment: config.environment, config, now: () => clock.now() });
    const all = [...host, ...checksOf(this.parts)];
    if (only === undefined) return all;
    const meant = all.filter((check) => isMeant(check, only));
    if (meant.length > 0) return meant;
    const ids = [...new Set(all.map(({ id }) => id))].toSorted();
    throw GatehouseError.invalidField('only', `must be one of ${ids.join(', ')}`, 'not_a_choice');
  }
}
