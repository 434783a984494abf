import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOf } from './child.mjs';
import { during, fail, say, sayLinesOf } from './progress.mjs';

/* npm as a step of a script, with progress and its errors shown. Without dependencies. */

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules/.bin');
/**
 * How many problems are shown: an unreachable registry is retried for minutes, each time with a line for every package.
 */
const TROUBLES_TOLD = 3;

/**
 * Runs npm, and ends the process with npm's exit code when it fails.
 * @param node runs npm
 * @param expected how many archives of packages it needs; undefined where that is not known
 * @param folder of the project
 */
export async function npm(title, args, node, { expected, folder = ROOT } = {}) {
  const child = spawnNpm(args, node, folder);
  const news = new News(child.stderr, node);
  sayLinesOf(child.stdout);
  const code = await during(
    `${title}: npm ${args.join(' ')}`,
    () => endOf(child, () => 'not all packages are installed; the same command goes on.'),
    () => ({ done: news.fetched.size, of: expected, noun: 'packages' }),
  );
  await news.told;
  if (code !== 0) fail(`${title} failed: npm ${args[0]} ended with ${code}; why is said above.`, code);
}

/**
 * Below `npm run` npm names its own script. What the PATH has may be a wrapper that chooses another Node than ours
 * (Volta, npm.cmd), on which npm leaves out packages that need a newer one.
 */
function spawnNpm(args, node, folder = ROOT) {
  const options = { cwd: folder, stdio: ['inherit', 'pipe', 'pipe'] };
  const { npm_execpath: script = '', PATH } = process.env;
  if (basename(script) === 'npm-cli.js') return spawn(node, [script, ...args], options);
  // An npm that is a script for `env node` runs on the pinned Node once that is installed.
  const env = { ...process.env, PATH: `${BIN}${delimiter}${PATH}` };
  return spawn('npm', args, { ...options, env, shell: process.platform === 'win32' });
}

/** The system's and npm's codes for a peer that does not answer. */
const NO_ANSWER =
  /\b(?:ECONN(?:REFUSED|RESET)|E(?:HOST|NET)UNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTFOUND|EAI_AGAIN)\b/;

/** npm may report an archive twice, and reports lists of versions too. @returns the archive's address in its line */
export const archiveIn = (line) =>
  /^npm http (?:fetch GET 200|cache) (?:[^ ]*@)?(https?:\/\/\S+\.tgz) /.exec(line)?.[1];

/**
 * Counts npm's downloads (reported at `--loglevel=http`), and forwards its other messages, except that its own Node is
 * old: the installed packages run on another one. The first peer that does not answer may be a proxy, which npm's words
 * do not name.
 */
class News {
  /** The addresses of archives. */
  fetched = new Set();
  /** Resolves when all is said. */
  told = Promise.resolve();
  #troubles = 0;
  #hasHinted = false;

  constructor(output, node) {
    createInterface({ input: output }).on('line', (line) => this.#take(line, node));
  }

  #take(line, node) {
    const isTrouble = /^npm http fetch .* attempt \d+ failed/.test(line);
    const archive = archiveIn(line);
    if (archive) this.fetched.add(archive);
    else if (isTrouble ? ++this.#troubles <= TROUBLES_TOLD : !/^npm (?:http|warn EBADENGINE)/i.test(line))
      say(line);
    if (this.#hasHinted || !NO_ANSWER.test(line)) return;
    this.#hasHinted = true;
    this.told = hintAtProxy(node);
  }
}

async function hintAtProxy(node) {
  const proxy = proxyOfEnvironment() ?? (await proxyOfSettings(node));
  if (proxy) say(`npm uses ${proxy}, which may be unreachable`);
}

function proxyOfEnvironment() {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'PROXY', 'proxy'];
  const name = names.find((each) => process.env[each]);
  return name && inWords(process.env[name], name);
}

/** npm itself refuses to show an address with credentials. */
async function proxyOfSettings(node) {
  const child = spawnNpm(['config', 'get', 'https-proxy', 'proxy', '--loglevel=error'], node);
  let settings = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (settings += data));
  await new Promise((resolve) => child.on('error', resolve).on('close', resolve));
  if (settings.includes('proxy option is protected'))
    return 'a proxy with a password (npm config get https-proxy)';
  const [, address] = /^(?:https-)?proxy=(?!null$)(.+)$/m.exec(settings) ?? [];
  return address && inWords(address, 'npm config get https-proxy');
}

/** Without what may be a password. */
function inWords(address, source) {
  const origin = URL.canParse(address) ? new URL(address).origin : undefined;
  return `the proxy${origin ? ` ${origin}` : ''} (${source})`;
}
