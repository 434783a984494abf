import 'reflect-metadata';
import { once } from 'node:events';
import { Logger } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { readEnvironment } from '../../config/index.js';
import { createBackup } from '../create-backup.js';
import type { BackupAnswer, SentOrder } from './backup-process.js';

// The gateway tells of it.
Logger.overrideLogger(false);
const stopping = new AbortController();
const stop = () => stopping.abort();
// However the gateway ends, its backup ends too. A terminal or a unit sends these signals to both.
process.once('disconnect', stop).on('SIGTERM', stop).on('SIGINT', stop);
const [order] = (await once(process, 'message')) as [SentOrder];
const answer: BackupAnswer = await createBackup(readEnvironment(), {
  ...order,
  signal: stopping.signal,
}).then(
  () => ({}),
  (error: unknown) => ({ problem: errorText(error) }),
);
// A gateway that was killed listens no more.
process.send?.(answer, () => undefined);
