import { parentPort } from 'node:worker_threads';
import { profile } from '../profile/profile.ts';
import { takeText } from './long-body.ts';
import type { DataOutcome, DataTask } from './tasks.ts';
import { buffersIn } from './tasks.ts';

// Imports of threads end in .ts: Node itself loads the thread, from src under Jest, and finds no .js there.

/** A thread of the Data API, which answers each task with its outcome. */
parentPort?.on('message', (task: DataTask) => {
  const outcome: DataOutcome = task.kind === 'profile' ? profile(task) : takeText(task);
  parentPort?.postMessage(outcome, 'text' in outcome ? buffersIn(outcome.text) : []);
});
