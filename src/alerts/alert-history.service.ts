import { Injectable } from '@nestjs/common';
import { type AlertRange, AlertsRepository } from './watch/alerts.repository.js';
import type { RaisedAlert } from './watch/raised-alert.js';

/** The alerts that were raised, those that are open among them. */
@Injectable()
export class AlertHistory {
  constructor(private readonly repository: AlertsRepository) {}

  /** Newest first. @throws DatabaseUnavailableError */
  list(range: AlertRange): Promise<readonly RaisedAlert[]> {
    return this.repository.list(range);
  }
}
