import { fork } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '../../common/index.js';
import { PluginError, type PluginManifest } from '../manifest.js';

/** Longer than loading may take by itself; ends a package that blocks its process. */
const TRIAL_MS = 30_000;

/** The answer of `trial.worker.ts`. */
type Outcome = { readonly manifest: PluginManifest } | { readonly problem: string };

/**
 * Loads a plugin once in a process of its own, so that nothing it does there reaches this one.
 * @param folder of its package
 * @param plugins folder of all plugins
 * @throws PluginError with the reason it cannot be used
 */
export async function tryPlugin(folder: string, plugins: string): Promise<PluginManifest> {
  const child = fork(programFile('plugins/install/trial.worker'), [folder, plugins], {
    // Its output is not ours, which may be JSON.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: TRIAL_MS,
    killSignal: 'SIGKILL',
  });
  const end = endOf(child);
  const outcome = await Promise.race([answerOf(child), end]);
  child.kill('SIGKILL');
  await end;
  if ('problem' in outcome) throw new PluginError(outcome.problem);
  return outcome.manifest;
}

type Child = ReturnType<typeof fork>;

const answerOf = async (child: Child): Promise<Outcome> => ((await once(child, 'message')) as [Outcome])[0];

/** The process stays until it is ended, so that an end before the answer has another cause. */
async function endOf(child: Child): Promise<Outcome> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') return { problem: `it is not loaded after ${TRIAL_MS / 1_000} s` };
  return { problem: `it ends the process that loads it (${signal ?? `exit code ${code ?? ''}`})` };
}
