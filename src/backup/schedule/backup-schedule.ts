import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { BACKUP, GatehouseConfig } from '../../config/index.js';
import { Database, Leadership } from '../../persistence/index.js';
import type { BackupRounds } from './backup-rounds.js';

/** Makes backups while `backup.everyHours` is set; until then nothing of them is loaded. */
@Injectable()
export class BackupSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: BackupRounds | undefined;
  /** Starts and ends, one after the other. */
  private last: Promise<void> = Promise.resolve();
  private isOver = false;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly leadership: Leadership,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.config.onChange(() => this.follow());
    this.follow();
  }

  async onModuleDestroy(): Promise<void> {
    this.isOver = true;
    this.follow();
    await this.last;
  }

  private follow(): void {
    this.last = this.last.then(() => this.startOrEnd());
  }

  private async startOrEnd(): Promise<void> {
    const isWanted = !this.isOver && this.config.get(BACKUP).everyHours !== undefined;
    if (isWanted === (this.rounds !== undefined)) return;
    if (isWanted) this.rounds = await this.started();
    else {
      await this.rounds?.end();
      this.rounds = undefined;
    }
  }

  private async started(): Promise<BackupRounds> {
    const { BackupRounds, inProcess } = await import('./backup-rounds.js');
    const { config, leadership, db, clock } = this;
    return new BackupRounds({ config, leadership, db, clock, make: inProcess });
  }
}
