import { Injectable } from '@nestjs/common';
import { type Check, CHECK_MS, Clock, type Finding } from '../../common/index.js';
import { ALERTS, BACKUP, GatehouseConfig } from '../../config/index.js';
import { diskCheck, examineBackups, examineCertificate } from '../../doctor/index.js';
import { type Alert, type AlertCode, alertOfFinding } from '../alert.js';
import type { AlertSource } from './alert-source.js';

/** Room that is little enough to keep an alert, in percent above the room that raises it: files come and go. */
const MARGIN_PERCENT = 1;

/** The machine of this process: its disk, its last backup and the certificate that it serves. */
@Injectable()
export class HostAlerts implements AlertSource {
  readonly codes = [
    'disk-nearly-full',
    'backup-failing',
    'backup-old',
    'certificate-ending',
    'certificate-unusable',
  ] as const;
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

  /** A gateway whose backups are not its own has no alert about them, unless a setting asks for it. */
  private async backup(): Promise<readonly Alert[]> {
    const isWanted = this.config.get(ALERTS).backupAgeHours ?? this.config.get(BACKUP).everyHours;
    if (isWanted === undefined) return [];
    const { environment } = this.config;
    const host = { environment, config: this.config, now: () => this.clock.now() };
    const { fault, finding, failingSince = null } = await examineBackups(host);
    return fault ? [{ ...alertOfFinding(fault, finding), since: failingSince }] : [];
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
