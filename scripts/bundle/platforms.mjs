// What a release needs for each platform: the Node that package.json pins for it, and the program's native part.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The platforms for which package.json pins a Node.
 * @returns for each its Node's package (`node`, `version`, `integrity`, `bin`), Node's names of the platform
 *   (`platform`, `arch`), and the name in archives (`name`)
 */
export function platformsOf(root) {
  const { optionalDependencies } = json(join(root, 'package.json'));
  const { packages } = json(join(root, 'package-lock.json'));
  return Object.keys(optionalDependencies).map((node) => {
    const { version, integrity, bin, os, cpu } = packages[`node_modules/${node}`];
    const [[platform], [arch]] = [[os].flat(), [cpu].flat()];
    const name = `${platform === 'win32' ? 'win' : platform}-${arch}`;
    return { node, version, integrity, bin: Object.values(bin)[0], platform, arch, name };
  });
}

/**
 * Copies the Node of a platform and its licence: from node_modules if it is installed, else from the registry.
 * @param place folder for `bin/node`
 * @throws Error when the registry does not have it, or not with the checksum in package-lock.json
 */
export function copyNode(root, { node, version, integrity, bin }, place) {
  const installed = join(root, 'node_modules', node);
  const from = existsSync(join(installed, bin)) ? installed : undefined;
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-node-'));
  try {
    const folder = from ?? downloaded(`${node}@${version}`, integrity, work);
    mkdirSync(place, { recursive: true });
    cpSync(join(folder, bin), join(place, bin));
    // Some of the packages have no licence: it is the same as that of the Node that runs this.
    const licence = [folder, join(realpathSync(process.execPath), '../..')]
      .map((each) => join(each, 'LICENSE'))
      .find((file) => existsSync(file));
    if (licence === undefined) throw new Error('there is no licence of Node to deliver with it');
    cpSync(licence, join(place, 'LICENSE'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function downloaded(source, integrity, work) {
  const shell = process.platform === 'win32';
  const args = ['pack', source, '--json', '--pack-destination', work];
  const told = execFileSync('npm', args, { cwd: work, encoding: 'utf8', shell, stdio: ['ignore', 'pipe', 2] });
  const archive = JSON.parse(told)[0].filename;
  const sum = createHash('sha512').update(readFileSync(join(work, archive))).digest('base64');
  if (`sha512-${sum}` !== integrity) throw new Error(`${source}: the checksum differs from package-lock.json`);
  execFileSync('tar', ['-xzf', archive], { cwd: work });
  return join(work, 'package');
}

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
