/*
 * `npm run test:image`: builds the Dockerfile with Debian's buildah, and runs the image as the bare `docker run` of
 * docs/operations/container.md does. Its base is Debian by mmdebstrap with the pinned Node and the npm at hand: no
 * registry of images is asked. Where that cannot be done, it says why and succeeds. Without dependencies.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nodeToRunOn } from '../../scripts/pinned-node.mjs';
import { npmNetwork, npmScript } from '../support/bare-machine.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** The packages of Debian that the Dockerfile's commands and Node need. */
const PACKAGES = ['base-files', 'dash', 'coreutils', 'libc-bin', 'libstdc++6'];
const BASE = 'localhost/debian-with-node';
const IMAGE = 'localhost/gatehouse';
const HEALTHY_MS = 60_000;

const obstacle = obstacleHere();
if (obstacle) {
  console.log(`skipped: the image is not built: ${obstacle}`);
  process.exit();
}

// The driver that needs nothing of the kernel copies each layer, which memory makes quick.
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'gatehouse-image-'));
try {
  await timed('base image', makeBase);
  await timed('image', buildImage);
  await timed('gateway', runImage);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function obstacleHere() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'that takes root on Linux';
  const missing = ['buildah', 'mmdebstrap'].filter((each) => spawnSync(each, ['--version']).error);
  return missing.length > 0 && `there is no ${missing.join(' and no ')} here`;
}

async function timed(what, work) {
  const started = Date.now();
  await work();
  console.log(`${what}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function makeBase() {
  const [, suite] = /^ARG BASE=\S+-([a-z]+)-slim$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const place = join(folder, 'base');
  const choice = ['--quiet', '--variant=extract', `--include=${PACKAGES.join(',')}`];
  execFileSync('mmdebstrap', [...choice, suite, place], { stdio: 'inherit' });
  cpSync(nodeToRunOn(), join(place, 'usr/local/bin/node'), { dereference: true });
  bringNpm(join(place, 'usr/local'));
  // Copies keep the modes of a checkout that may be private; the image has an account of its own.
  execFileSync('chmod', ['-R', 'a+rX', join(place, 'usr/local')]);
  writeFileSync(
    join(place, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  );
  writeFileSync(join(place, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY base /\n');
  build(folder, '--tag', BASE);
}

/** npm with this machine's way to packages, which belongs to the network and not to the image. */
function bringNpm(prefix) {
  const { npm_config_registry: registry, npm_config_cafile: cafile } = npmNetwork();
  const settings = [registry && `registry=${registry}`, cafile && 'cafile=/usr/local/etc/ca.pem'];
  mkdirSync(join(prefix, 'etc'), { recursive: true });
  writeFileSync(join(prefix, 'etc/npmrc'), settings.filter(Boolean).join('\n'));
  if (cafile) cpSync(cafile, join(prefix, 'etc/ca.pem'), { dereference: true });
  cpSync(dirname(dirname(npmScript())), join(prefix, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(prefix, 'bin/npm'));
}

/** The package cache is that of this machine, which only saves time. */
function buildImage() {
  const { npm_config_cache: cache } = npmNetwork();
  build(ROOT, '--build-arg', `BASE=${BASE}`, '--volume', `${cache}:/root/.npm`, '--tag', IMAGE);
}

async function runImage() {
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)).Docker;
  assert.deepEqual(config.Healthcheck.Test, ['CMD', 'node', '/opt/gatehouse/healthcheck.mjs']);
  const [volume] = Object.keys(config.Volumes);
  const state = join(folder, 'state');
  mkdirSync(state, { mode: 0o700 });
  chownSync(state, 1000, 1000);
  const container = buildah('from', IMAGE).trim();
  // A bare `docker run`, but for the port, which is taken from this machine, and for packages, which it must not need.
  const env = ['--env', 'GATEHOUSE__GATEWAY__PORT=0', '--env', 'npm_config_registry=http://127.0.0.1:1'];
  const run = ['run', '--isolation', 'chroot', ...env, '--volume', `${state}:${volume}`, container, '--'];
  const gateway = spawn('buildah', [...storage(), ...run, ...config.Entrypoint]);
  const ended = once(gateway, 'exit');
  let output = '';
  for (const stream of [gateway.stdout, gateway.stderr]) stream.on('data', (data) => (output += data));
  const exec = (...command) => spawnSync('buildah', [...storage(), ...run, ...command], { encoding: 'utf8' });
  const check = () => exec(...config.Healthcheck.Test.slice(1)).status === 0;
  const until = Date.now() + HEALTHY_MS;
  while (!check()) {
    assert.ok(gateway.exitCode === null && Date.now() < until, `it is not healthy:\n${output}`);
    await wait(100);
  }
  for (const command of [
    ['gatehouse', 'status'],
    ['gatehouse', 'plugins', 'install', 'workchat'],
  ]) {
    const { status, stdout, stderr } = exec(...command);
    console.log(`> ${command.join(' ')}\n${stdout}`);
    assert.deepEqual([status, stderr], [0, '']);
  }
  process.kill(JSON.parse(readFileSync(join(state, 'gateway.json'), 'utf8')).pid, 'SIGTERM');
  assert.deepEqual(await ended, [0, null], output);
}

function build(context, ...options) {
  // The other format has no HEALTHCHECK.
  const args = ['bud', '--isolation', 'chroot', '--format', 'docker', '--quiet', ...options, context];
  execFileSync('buildah', [...storage(), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function buildah(...args) {
  return execFileSync('buildah', [...storage(), ...args], { encoding: 'utf8' });
}

function storage() {
  return ['--storage-driver', 'vfs', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
}
