import { fail, say } from './progress.mjs';

/* Programs that a script starts: they end with it. Without dependencies. */

/** Those of a shell for a program that a signal has ended. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Waits for the end of a program. A signal that ends us ends it first: npm alone would ask for its packages for minutes.
 * @param leftBehind returns words about what an interruption leaves, and how to go on
 * @returns its exit code
 */
export async function endOf(child, leftBehind) {
  let isEnding = false;
  const cares = Object.entries(EXIT_CODES).map(([signal, exitCode]) => {
    // More than once, because a terminal and npm may each pass on the same Ctrl-C.
    const end = () => {
      if (!isEnding) child.once('close', () => fail(`Interrupted: ${leftBehind()}`, exitCode));
      isEnding = true;
      child.kill(signal);
    };
    process.on(signal, end);
    return () => process.off(signal, end);
  });
  const code = await new Promise((resolve) => {
    child.on('error', (error) => fail(`${child.spawnfile} cannot be run: ${error.message}`));
    child.on('close', (status) => resolve(status ?? 1));
  });
  for (const letGo of cares) letGo();
  return code;
}

/**
 * Ends this process as a program has ended, which gets the signals meanwhile.
 * @param leftBehind words about what an interruption leaves; undefined for a program that says so itself
 */
export function endWith(child, leftBehind) {
  for (const signal of Object.keys(EXIT_CODES)) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${child.spawnfile} cannot be run: ${error.message}`));
  child.on('exit', (code, signal) => {
    const isInterrupted = signal !== null || Object.values(EXIT_CODES).includes(code);
    if (isInterrupted && leftBehind !== undefined) say(`Interrupted: ${leftBehind}`);
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
