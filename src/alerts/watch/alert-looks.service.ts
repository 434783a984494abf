import { Injectable } from '@nestjs/common';
import { Clock, errorText } from '../../common/index.js';
import { ALERTS, GatehouseConfig } from '../../config/index.js';
import { AlertNotices } from '../notices/alert-notices.service.js';
import { Alerts } from '../sources/alerts.service.js';
import { AlertRecord } from './alert-record.service.js';
import { changesOf } from './changes.js';
import type { RaisedAlert } from './raised-alert.js';

/** Looks for alerts, and takes the steps that follow. Harmless on two replicas at once. */
@Injectable()
export class AlertLooks {
  constructor(
    private readonly alerts: Alerts,
    private readonly record: AlertRecord,
    private readonly notices: AlertNotices,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

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
    const look = await this.alerts.look(isWanted);
    const open = await this.record.open();
    const wanted = open.filter(({ code }) => isWanted(code));
    const changes = changesOf(wanted, look, this.clock.now(), this.config.get(ALERTS));
    return [
      ...(await this.close(open.filter(({ code }) => !isWanted(code)))),
      ...(await problemsOf(changes, (change) => this.record.apply(change))),
    ];
  }

  /** Closes what is open, because nobody looks after it any more; tells nobody. @returns and throws as look does */
  async closeAll(): Promise<readonly string[]> {
    return this.close(await this.record.open());
  }

  private close(alerts: readonly RaisedAlert[]): Promise<readonly string[]> {
    return problemsOf(alerts, (alert) => this.record.close(alert));
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
