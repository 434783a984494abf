// Ahead of everything: what the commands load later decorates as soon as it is loaded.
import 'reflect-metadata';
import { VERSION } from './common/program-files.js';
import { readConfigFile } from './config/load/config-file.js';
import { readEnvironment } from './config/process/environment.js';
import { runCli } from './cli/run-cli.js';

/* The only file of the command line that reaches past an index.ts: an index would load Nest, and a client command
   must answer at once. */

const code = await runCli(process.argv.slice(2), {
  version: VERSION,
  environment: readEnvironment,
  readConfigFile,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  prompter: async () => (await import('./cli/setup/clack-prompter.js')).clackPrompter,
  interruption: () => {
    const interruption = new AbortController();
    // Not once: a terminal, npm and a starting script may all pass on the same Ctrl-C.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
    return interruption.signal;
  },
});

// A failed start or demo may leave something running; a command that succeeded ends by itself, `start` at a signal.
if (code !== 0) process.exit(code);
