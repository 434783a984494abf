import { Module } from '@nestjs/common';
import { BackupSchedule } from './backup-schedule.js';

/** Backups that the gateway makes by itself. */
@Module({ providers: [BackupSchedule] })
export class BackupModule {}
