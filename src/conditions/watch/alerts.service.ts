import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorText, isoTime, isoTimeOrNull } from '../../common/index.js';
import { ALERTS, GatehouseConfig } from '../../config/index.js';
import { Database } from '../../persistence/index.js';
import type { Alert } from '../condition.js';
import { Conditions } from '../conditions.service.js';
import { AlertNotices } from './alert-notices.service.js';
import { type AlertRange, AlertsRepository } from './alerts.repository.js';
import { type Change, changesOf } from './changes.js';
import { clearedText, raisedText } from './notice-text.js';
import { lastedMs, type RaisedAlert } from './raised-alert.js';

/**
 * Looks for alerts, writes down what has changed, and tells of it in the same transaction: after a crash it is both or
 * neither. Harmless on two replicas at once.
 */
@Injectable()
export class Alerts {
  private readonly logger = new Logger('Alerts');

  constructor(
    private readonly conditions: Conditions,
    private readonly notices: AlertNotices,
    private readonly repository: AlertsRepository,
    private readonly db: Database,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  /** Those that were told, newest first. @throws DatabaseUnavailableError */
  list(range: AlertRange): Promise<readonly RaisedAlert[]> {
    return this.repository.list(range);
  }

  /** Whether anybody is to be told. No I/O. */
  get isWanted(): boolean {
    return this.notices.isWanted;
  }

  /**
   * One look for what somebody is to be told of. A step that fails stops no other, and is due again at the next look.
   * @returns the problems of the steps, in words
   * @throws DatabaseUnavailableError
   */
  async look(): Promise<readonly string[]> {
    const isWanted = (code: string) => this.notices.isWantedOf(code);
    const look = await this.conditions.look(isWanted);
    const open = await this.repository.open();
    const wanted = open.filter(({ code }) => isWanted(code));
    const changes = changesOf(wanted, look, this.clock.now(), this.config.get(ALERTS));
    return [
      ...(await this.close(open.filter(({ code }) => !isWanted(code)))),
      ...(await problemsOf(changes, (change) => this.apply(change))),
    ];
  }

  /** Closes what is open, because nobody looks after it any more; tells nobody. @returns and throws as look does */
  async closeAll(): Promise<readonly string[]> {
    return this.close(await this.repository.open());
  }

  private close(alerts: readonly RaisedAlert[]): Promise<readonly string[]> {
    return problemsOf(alerts, (alert) => this.db.transaction((tx) => this.repository.clear(tx, alert)));
  }

  /** @throws NobodyTold when nothing is written, and the next look finds the same change; errors of the database */
  private async apply(change: Change): Promise<void> {
    if (change.kind === 'raise') return this.raise(change.alert);
    if (change.kind === 'clear') return this.clear(change.alert);
    const { alert, absentSince } = change;
    return this.db.transaction((tx) => this.repository.note(tx, alert.id, absentSince));
  }

  private async raise(alert: Alert): Promise<void> {
    const { code, event } = alert;
    const addressed = await this.notices.address(raisedText(alert), code, 'raised');
    await this.db.transaction(async (tx) => {
      const raised = await this.repository.raise(tx, alert);
      if (!raised) return;
      const isOneMore = await this.repository.isOneMore(tx, raised);
      const notice = { code, change: 'raised', data: dataOf(raised), event, isOneMore } as const;
      await this.notices.send(tx, addressed, notice);
      tx.afterCommit(() => this.logger.warn(`needs somebody, who is told: ${raised.message}`));
    });
  }

  private async clear(alert: RaisedAlert): Promise<void> {
    const end = alert.absentSince ?? this.clock.now();
    const { code, subject } = alert;
    const addressed = await this.notices.address(clearedText(alert, end), code, 'cleared');
    const event = await this.conditions.recovered(code, subject);
    await this.db.transaction(async (tx) => {
      const cleared = await this.repository.clear(tx, alert);
      if (!cleared) return;
      const lasted_seconds = Math.floor(lastedMs(cleared, end) / 1_000);
      const data = { ...dataOf(cleared), cleared_at: isoTimeOrNull(cleared.clearedAt), lasted_seconds };
      const isOneMore = await this.repository.isOneMore(tx, cleared);
      await this.notices.send(tx, addressed, { code, change: 'cleared', data, event, isOneMore });
      tx.afterCommit(() => this.logger.log(`is over, which is told: ${cleared.message}`));
    });
  }
}

/** Takes one step after the other. */
async function problemsOf<T>(
  items: readonly T[],
  step: (item: T) => Promise<unknown>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const item of items) await step(item).catch((error: unknown) => problems.push(errorText(error)));
  return problems;
}

const dataOf = ({ id, code, subject, message, since, setting, remedy, raisedAt }: RaisedAlert) => ({
  id,
  code,
  subject,
  message,
  since: isoTimeOrNull(since),
  setting,
  remedy,
  raised_at: isoTime(raisedAt),
});
