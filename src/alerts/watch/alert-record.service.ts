import { Injectable, Logger } from '@nestjs/common';
import { Clock, isoTime, isoTimeOrNull } from '../../common/index.js';
import { Database } from '../../persistence/index.js';
import { AlertNotices } from '../notices/alert-notices.service.js';
import { Alerts } from '../sources/alerts.service.js';
import { clearedText, raisedText } from './notice-text.js';
import { AlertsRepository } from './alerts.repository.js';
import type { Change } from './changes.js';
import { lastedMs, type RaisedAlert } from './raised-alert.js';

type Raise = Extract<Change, { kind: 'raise' }>['alert'];

/** Writes down what has changed, and tells of it in the same transaction: after a crash it is both or neither. */
@Injectable()
export class AlertRecord {
  private readonly logger = new Logger('Alerts');

  constructor(
    private readonly db: Database,
    private readonly repository: AlertsRepository,
    private readonly notices: AlertNotices,
    private readonly alerts: Alerts,
    private readonly clock: Clock,
  ) {}

  open(): Promise<readonly RaisedAlert[]> {
    return this.repository.open();
  }

  /** @throws NobodyTold when nothing is written, and the next look finds the same change; errors of the database */
  async apply(change: Change): Promise<void> {
    if (change.kind === 'raise') return this.raise(change.alert);
    if (change.kind === 'clear') return this.clear(change.alert);
    const { alert, absentSince } = change;
    return this.db.transaction((tx) => this.repository.note(tx, alert.id, absentSince));
  }

  /** Ends an alert that nobody is to be told of any more. */
  close(alert: RaisedAlert): Promise<unknown> {
    return this.db.transaction((tx) => this.repository.clear(tx, alert));
  }

  private async raise(alert: Raise): Promise<void> {
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
    const event = await this.alerts.recovered(code, subject);
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
