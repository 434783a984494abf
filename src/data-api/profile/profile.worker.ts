import { parentPort } from 'node:worker_threads';
import { profile } from './profile.js';
import type { ProfileTask } from './types.js';

/** A thread of the profiler: a task in, its outcome out. */
parentPort?.on('message', (task: ProfileTask) => parentPort?.postMessage(profile(task)));
