import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { ALERTS, GatehouseConfig } from '../../config/index.js';
import type { ConditionSource, HasConditions } from '../condition.js';
import { examineBackups } from '../host/backup.check.js';
import { examineCertificate } from '../host/certificate.check.js';
import { examineDisk } from '../host/disk.check.js';

/** The machine of this process: its disk, its last backup and the certificate that it serves. Its checks need no gateway. */
@Injectable()
export class HostConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      codes: ['disk-nearly-full'],
      cost: 'memory',
      find: () => examineDisk(this.config.environment.stateDir, this.config.get(ALERTS).diskFreePercent),
    },
    {
      codes: ['backup-failing', 'backup-old'],
      cost: 'memory',
      find: async () => {
        const { config, clock } = this;
        return [await examineBackups({ config, environment: config.environment, now: () => clock.now() })];
      },
    },
    {
      codes: ['certificate-ending', 'certificate-unusable'],
      cost: 'memory',
      find: () => examineCertificate(this.config, this.clock.now()),
    },
  ];

  constructor(
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}
}
