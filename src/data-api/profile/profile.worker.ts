import { parentPort } from 'node:worker_threads';
import { profile } from './profile.ts';
import type { ProfileTask } from './types.ts';

// Imports of this folder end in .ts: Node itself loads the thread, from src under Jest, and finds no .js there.

/** A thread of the profiler, which answers each task with its outcome. */
parentPort?.on('message', (task: ProfileTask) => parentPort?.postMessage(profile(task)));
