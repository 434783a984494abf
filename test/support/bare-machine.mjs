import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/* A machine with only Node, npm and git, as far as an environment can simulate one. No dependencies. */

/** The source of packages belongs to the network; these settings cannot hide a fault of the machine. */
const NETWORK = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
];

/**
 * @param folder for an empty home and the only folder of the PATH; may exist
 * @param node the Node of that machine
 * @returns its environment: no npmrc of a user or of the machine, no Python, make or compiler. The package cache is
 *   that of the real machine, which only saves time.
 */
export function bareMachine(folder, node = process.execPath) {
  const bin = join(folder, 'bin');
  const home = join(folder, 'home');
  for (const each of [bin, home]) mkdirSync(each, { recursive: true });
  const programs = { node, npm: npmScript(), git: onPath('git'), sh: '/bin/sh' };
  for (const [name, target] of Object.entries(programs)) symlinkSync(target, join(bin, name));
  const kept = NETWORK.filter((name) => process.env[name]).map((name) => [name, process.env[name]]);
  return {
    ...Object.fromEntries(kept),
    ...npmNetwork(),
    HOME: home,
    PATH: bin,
    TMPDIR: process.env.TMPDIR ?? '/tmp',
    npm_config_globalconfig: join(home, 'none'),
    npm_config_update_notifier: 'false',
  };
}

/** @returns the environment of a machine that has only these programs of this one; `folder` as above */
export function machineWith(folder, programs) {
  const [bin, home] = [join(folder, 'bin'), join(folder, 'home')];
  for (const each of [bin, home]) mkdirSync(each, { recursive: true });
  for (const name of programs) symlinkSync(onPath(name), join(bin, name));
  return { HOME: home, PATH: bin, TMPDIR: process.env.TMPDIR ?? '/tmp' };
}

/** npm's own script on this machine. */
export function npmScript() {
  return realpathSync(onPath('npm'));
}

/** @returns registry, certificate authorities and cache of this machine's npm, as variables; those that are set */
export function npmNetwork() {
  const settings = JSON.parse(execFileSync('npm', ['config', 'list', '--json'], { encoding: 'utf8' }));
  return Object.fromEntries(
    ['registry', 'cafile', 'cache'].flatMap((name) =>
      settings[name] ? [[`npm_config_${name}`, settings[name]]] : [],
    ),
  );
}

function onPath(name) {
  const places = process.env.PATH.split(delimiter).map((folder) => join(folder, name));
  const found = places.find((place) => realpathOf(place));
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

function realpathOf(place) {
  try {
    return realpathSync(place);
  } catch {
    return undefined;
  }
}
