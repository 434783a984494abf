import { Injectable } from '@nestjs/common';
import { type Check, CHECK_MS, Clock, type Finding } from '../../common/index.js';
import { ALERTS, GatehouseConfig } from '../../config/index.js';
import { backupCheck, diskCheck, examineCertificate } from '../../doctor/index.js';
import { type Alert, type AlertCode, alertOfFinding } from '../alert.js';
import type { AlertSource } from './alert-source.js';

/** Room that is little enough to keep an alert, in percent above the room that raises it: files come and go. */
const MARGIN_PERCENT = 1;

/** The machine of this process: its disk, its last backup and the certificate that it serves. */
@Injectable()
export class HostAlerts implements AlertSource {
  readonly codes = ['disk-nearly-full', 'backup-old', 'certificate-ending', 'certificate-unusable'] as const;
  readonly readsDatabase = false;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  async find(): Promise<readonly Alert[]> {
    const { diskFreePercent } = this.config.get(ALERTS);
    const disk = diskAlerts(this.stateDir, diskFreePercent);
    const all = await Promise.all([disk, this.backup(), this.certificate()]);
    return all.flat();
  }

  private async backup(): Promise<readonly Alert[]> {
    const { backupAgeHours } = this.config.get(ALERTS);
    if (backupAgeHours === undefined) return [];
    const isEmbedded = this.config.environment.databaseUrl === undefined;
    const check = backupCheck({ stateDir: this.stateDir, isEmbedded, backupAgeHours }, () =>
      this.clock.now(),
    );
    return alertsOf('backup-old', await faultsOf(check));
  }

  private async certificate(): Promise<readonly Alert[]> {
    const examined = await examineCertificate(this.config, this.clock.now());
    return examined?.fault ? [alertOfFinding(examined.fault, examined.finding)] : [];
  }

  private get stateDir(): string {
    return this.config.environment.stateDir;
  }
}

/**
 * A disk with little room; not due while there is a little more than that.
 * @param percent `alerts.diskFreePercent`
 */
export async function diskAlerts(
  stateDir: string,
  percent: number,
  roomIn?: Parameters<typeof diskCheck>[2],
): Promise<readonly Alert[]> {
  const below = async (most: number, isDue: boolean) =>
    alertsOf('disk-nearly-full', await faultsOf(diskCheck(stateDir, most, roomIn)), isDue);
  const due = await below(percent, true);
  return due.length > 0 ? due : below(percent + MARGIN_PERCENT, false);
}

const alertsOf = (code: AlertCode, faults: readonly Finding[], isDue = true): readonly Alert[] =>
  faults.map((fault) => alertOfFinding(code, fault, isDue));

async function faultsOf(check: Check): Promise<readonly Finding[]> {
  const findings = await check.run(AbortSignal.timeout(CHECK_MS));
  return findings.filter(({ state }) => state === 'warning' || state === 'failed');
}
