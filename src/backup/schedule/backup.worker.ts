import 'reflect-metadata';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { createBackup } from '../create-backup.js';
import type { BackupOrder, ThreadAnswer } from './backup-thread.js';

// The gateway tells of it.
Logger.overrideLogger(false);
// Linux gives a thread a priority of its own; elsewhere this would be that of the whole gateway.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

const { environment, file, passphrase } = workerData as BackupOrder;
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());

const answer: ThreadAnswer = await createBackup(environment, {
  file,
  passphrase,
  signal: stopping.signal,
}).then(
  () => ({}),
  (error: unknown) => ({ problem: errorText(error) }),
);
parentPort?.postMessage(answer);
parentPort?.close();
