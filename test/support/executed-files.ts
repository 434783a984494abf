import { type Profiler, Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = resolve(import.meta.dirname, '../../src');

/**
 * The files of which V8 runs a function during each of several runs, as paths below `src`. Once it has run before, so that
 * the loading of a file counts as little as what happens only now and then: a timer, a checkpoint.
 * @param run one whole run
 */
export async function executedFiles(run: () => Promise<void>, times = 5): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await run();
  await filesSince(session);
  let common: ReadonlySet<string> | undefined;
  for (let n = 0; n < times; n++) {
    await run();
    const files = await filesSince(session);
    common = common?.intersection(files) ?? files;
  }
  session.disconnect();
  return [...(common ?? [])].sort();
}

/** The files that ran since the last call. */
async function filesSince(session: Session): Promise<ReadonlySet<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return new Set(result.filter(hasRun).map(({ url }) => relative(SRC, pathOf(url))));
}

const pathOf = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : url);

/** The function without a name that covers a whole file is its loading. */
function hasRun({ url, functions }: Profiler.ScriptCoverage): boolean {
  if (!pathOf(url).startsWith(`${SRC}/`)) return false;
  return functions.some(
    ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
  );
}
