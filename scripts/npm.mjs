import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* npm as a step of a script, with progress and its errors shown. Without dependencies. */

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules/.bin');
const NEWS_MS = 5_000;
/**
 * How many problems are shown: an unreachable registry is retried for minutes, each time with a line for every package.
 */
const TROUBLES_TOLD = 3;

/** Those of a shell for a program that a signal has ended. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Runs npm, and ends the process with npm's exit code when it fails.
 * @param node runs npm
 */
export async function npm(title, args, node) {
  // Standard output belongs to the program that follows: `npm run -s demo -- --json` is read by machines.
  say(`> ${title}: npm ${args.join(' ')}`);
  const child = spawnNpm(args, node);
  const ended = new Promise((resolve) => {
    child.on('error', (error) => fail(`npm cannot be run: ${error.message}`));
    child.on('close', (code) => resolve(code ?? 1));
  });
  const stopNews = tellNews(child.stderr);
  const letGo = takeAlong(child);
  const code = await ended;
  letGo();
  stopNews();
  if (code !== 0) fail(`${title} failed: npm ${args[0]} ended with ${code}; why is said above.`, code);
}

/**
 * Ends the child, and then us, by a signal that ends us: npm alone would ask for its packages for minutes.
 * @returns a function that ends the care
 */
function takeAlong(child) {
  const cares = Object.entries(EXIT_CODES).map(([signal, exitCode]) => {
    const end = () => {
      child.once('close', () => process.exit(exitCode));
      child.kill(signal);
    };
    process.once(signal, end);
    return () => process.off(signal, end);
  });
  return () => cares.forEach((letGo) => letGo());
}

/**
 * Below `npm run` npm names its own script. What the PATH has may be a wrapper that chooses another Node than ours
 * (Volta, npm.cmd), on which npm leaves out packages that need a newer one.
 */
function spawnNpm(args, node) {
  const options = { cwd: ROOT, stdio: ['inherit', 2, 'pipe'] };
  const { npm_execpath: script = '', PATH } = process.env;
  if (basename(script) === 'npm-cli.js') return spawn(node, [script, ...args], options);
  // An npm that is a script for `env node` runs on the pinned Node once that is installed.
  const env = { ...process.env, PATH: `${BIN}${delimiter}${PATH}` };
  return spawn('npm', args, { ...options, env, shell: process.platform === 'win32' });
}

export function fail(message, code = 1) {
  say(message);
  process.exit(code);
}

export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Counts npm's downloads (reported at `--loglevel=http`), and forwards its other messages, except that its own Node is
 * old: the installed packages run on another one.
 * @returns a function that ends it
 */
function tellNews(output) {
  const started = Date.now();
  let fetched = 0;
  let troubles = 0;
  const tellTrouble = (line) => {
    troubles += 1;
    if (troubles <= TROUBLES_TOLD) say(line);
  };
  createInterface({ input: output }).on('line', (line) => {
    if (/^npm http fetch \S+ 200 /.test(line)) fetched += 1;
    else if (/^npm http fetch .* attempt \d+ failed/.test(line)) tellTrouble(line);
    else if (!/^npm (?:http|warn EBADENGINE|WARN EBADENGINE)/.test(line)) say(line);
  });
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000);
    say(`  ${seconds} s${fetched > 0 ? `, ${fetched} packages fetched` : ''}`);
  }, NEWS_MS);
  return () => clearInterval(timer);
}
