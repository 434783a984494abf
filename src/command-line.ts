// Must be the first import: the decorators in the modules that commands load later need it.
import 'reflect-metadata';
import { networkInterfaces } from 'node:os';
import { VERSION } from './common/program-files.js';
import { readConfigFile } from './config/load/config-file.js';
import { calledAs, colorTerminalsOnly, readEnvironment } from './config/process/environment.js';
import { openPage } from './cli/input/browser.js';
import { Cli } from './cli/cli.js';
import { MODEL_SERVERS } from './cli/agents/model-servers.js';
import { runCli } from './cli/run-cli.js';

/*
 * This file imports past index.ts files on purpose: an index would load Nest, and a client command must answer at once.
 */

colorTerminalsOnly();
const code = await runCli(process.argv.slice(2), {
  version: VERSION,
  calledAs: calledAs(process.argv[1]),
  environment: readEnvironment,
  readConfigFile,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  prompter: async () => (await import('./cli/setup/clack-prompter.js')).clackPrompter,
  modelServers: MODEL_SERVERS,
  networkInterfaces,
  offerService: async (world, prompter) =>
    (await import('./cli/local/service/offer.js')).offerService(new Cli(world), prompter),
  openPage: (url) => openPage(url, { environment: readEnvironment(), platform: process.platform }),
  interruption: () => {
    const interruption = new AbortController();
    // Listens more than once, because a terminal, npm and a start script may each pass on the same Ctrl-C.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
    return interruption.signal;
  },
});

// A failed start or demo may leave something running. A command that succeeded ends by itself, and `start` ends at a
// signal.
if (code !== 0) process.exit(code);
