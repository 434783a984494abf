import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { itWith } from '../../test/support/needs.js';
import { execFileSync, spawn, spawnSync } from '../../test/support/programs.js';

const SCRIPT = resolve(import.meta.dirname, '../../deploy/install.sh');
const TEXT = readFileSync(SCRIPT, 'utf8');
const archiveOf = (version: string) => `gatehouse-${version}-${platform()}-${arch()}.tar.gz`;

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('install.sh', () => {
  let place: string;
  let feed: string;
  let prefix: string;
  let bin: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'gatehouse-install-'));
    feed = join(place, 'feed');
    prefix = join(place, '.local/share/gatehouse');
    bin = join(place, '.local/bin');
    mkdirSync(feed);
    release('1.0.0');
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  /** Adds a release, whose program prints its version, to the feed. @returns the checksum of its archive */
  function release(version: string, program = `echo ${version}`): string {
    const top = join(place, `gatehouse-${version}`);
    mkdirSync(join(top, 'bin'), { recursive: true });
    writeFileSync(join(top, 'bin/gatehouse'), `#!/bin/sh\n${program}\n`);
    chmodSync(join(top, 'bin/gatehouse'), 0o755);
    writeFileSync(join(top, 'release.json'), JSON.stringify({ version }));
    const archive = archiveOf(version);
    execFileSync('tar', ['-czf', join(feed, archive), '-C', place, `gatehouse-${version}`]);
    const file = join(feed, 'SHA256SUMS');
    const others = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const sum = createHash('sha256')
      .update(readFileSync(join(feed, archive)))
      .digest('hex');
    const lines = [...others.filter((line) => line && !line.endsWith(archive)), `${sum}  ${archive}`];
    writeFileSync(file, `${lines.join('\n')}\n`);
    return sum;
  }

  const envOf = (more: NodeJS.ProcessEnv = {}) => ({
    PATH: process.env.PATH,
    HOME: place,
    GATEHOUSE_FEED: feed,
    ...more,
  });
  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}): Outcome =>
    spawnSync('sh', [SCRIPT, ...args], { env: envOf(more), encoding: 'utf8' });
  const installed = () => readdirSync(prefix).sort();
  const shown = () => execFileSync(join(bin, 'gatehouse'), [], { encoding: 'utf8' }).trim();

  it('installs the newest release, and links its command', () => {
    for (const version of ['0.9.0', '1.10.0', '1.9.0', '1.11.0-rc.1']) release(version);
    const { status, stderr } = run([]);
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining(`is not on your PATH: export PATH="${bin}:`),
    ]);
    expect(shown()).toBe('1.10.0');
    expect(installed()).toEqual(['1.10.0', 'current']);
    expect(readlinkSync(join(prefix, 'current'))).toBe('1.10.0');
    expect(readlinkSync(join(bin, 'gatehouse'))).toBe(join(prefix, 'current/bin/gatehouse'));
  });

  it('upgrades, and goes back and forth', () => {
    run([]);
    release('1.1.0');
    expect(run(['install', 'v1.1.0']).status).toBe(0);
    expect(shown()).toBe('1.1.0');
    expect(run(['rollback']).status).toBe(0);
    expect([shown(), readlinkSync(join(prefix, 'previous'))]).toEqual(['1.0.0', '1.1.0']);
    expect(run(['rollback']).status).toBe(0);
    expect(shown()).toBe('1.1.0');
    expect(installed()).toEqual(['1.0.0', '1.1.0', 'current', 'previous']);
  });

  it("switches without the command's link, which may be in another folder", () => {
    const GATEHOUSE_BIN = join(place, 'usr/bin');
    expect(run([], { GATEHOUSE_BIN }).status).toBe(0);
    release('1.1.0');
    run(['fetch']);
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'gatehouse'), 'another program');
    for (const [args, version] of [
      [['switch', '1.1.0'], '1.1.0'],
      [['rollback'], '1.0.0'],
    ] as const) {
      expect(run(args)).toMatchObject({
        status: 0,
        stderr: `Gatehouse ${version} is in use. A running gateway uses it after its next start.\n`,
      });
      expect(execFileSync(join(GATEHOUSE_BIN, 'gatehouse'), { encoding: 'utf8' })).toBe(`${version}\n`);
    }
    expect(readFileSync(join(bin, 'gatehouse'), 'utf8')).toBe('another program');
  });

  it('fetches a release without using it, and prints its folder; `switch` uses it', () => {
    run([]);
    release('1.1.0');
    expect(run(['fetch'])).toMatchObject({ status: 0, stdout: `${join(prefix, '1.1.0')}\n` });
    expect(shown()).toBe('1.0.0');
    expect(run(['switch', '1.1.0']).status).toBe(0);
    expect(shown()).toBe('1.1.0');
  });

  it('keeps an installed release', () => {
    run([]);
    const { stderr } = run([]);
    expect(stderr).toContain('Gatehouse 1.0.0 is already installed.');
    expect(stderr).not.toContain('Restart');
    expect(installed()).toEqual(['1.0.0', 'current']);
  });

  it('keeps another build of a version while a gateway may run it: the last two', () => {
    const builds = ['one', 'two', 'three', 'four'].map((build) => {
      const sum = release('1.0.0', `echo ${build}`);
      const { status, stderr } = run([]);
      expect([status, shown()]).toEqual([0, build]);
      expect(stderr.includes('\nRestart the gateway to use it.\n')).toBe(build !== 'one');
      return { sum, folders: installed().filter((name) => /^\d/.test(name)) };
    });
    const [, two = '', three = ''] = builds.map(({ sum }) => `1.0.0+${sum.slice(0, 8)}`);
    expect(builds.map(({ folders }) => folders)).toEqual([
      ['1.0.0'],
      ['1.0.0', two],
      ['1.0.0', three, two].sort(),
      // The first build has made room for the fourth.
      ['1.0.0', three, two].sort(),
    ]);
    expect(run(['rollback']).status).toBe(0);
    expect([shown(), readlinkSync(join(prefix, 'previous'))]).toEqual(['three', '1.0.0']);
    expect(run(['switch', two]).status).toBe(0);
    expect(shown()).toBe('two');
    run(['uninstall']);
    expect(existsSync(prefix)).toBe(false);
  });

  it('`switch` uses the build that was fetched, and after that the folder of the name', () => {
    run([]);
    const folder = `1.0.0+${release('1.0.0', 'echo another').slice(0, 8)}`;
    expect(run(['fetch'])).toMatchObject({ status: 0, stdout: `${join(prefix, folder)}\n` });
    expect(shown()).toBe('1.0.0');
    run(['switch', '1.0.0']);
    expect(shown()).toBe('another');
    // As `gatehouse update rollback` calls it.
    run(['switch', '1.0.0']);
    expect(shown()).toBe('1.0.0');
  });

  it('keeps the state and other files when it is removed, and prints where the state is', () => {
    run([]);
    mkdirSync(join(place, '.gatehouse'));
    mkdirSync(join(prefix, 'own'));
    expect(run(['uninstall'])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`stay in ${join(place, '.gatehouse')}.`) as string,
    });
    expect([installed(), readdirSync(bin), existsSync(join(place, '.gatehouse'))]).toEqual([
      ['own'],
      [],
      true,
    ]);
  });

  it.each<[string, () => void, string]>([
    [
      'an archive with a wrong checksum',
      () => writeFileSync(join(feed, archiveOf('1.1.0')), 'changed'),
      'the checksum of gatehouse-1.1.0',
    ],
    [
      'a missing archive',
      () => rmSync(join(feed, archiveOf('1.1.0'))),
      'cannot be read. Nothing was installed.',
    ],
    ['a program that does not run here', () => release('1.1.0', 'exit 1'), 'does not run on this machine'],
    ['a feed without checksums', () => rmSync(join(feed, 'SHA256SUMS')), 'SHA256SUMS cannot be read'],
  ])('refuses %s, and changes nothing', (_, spoil, words) => {
    run([]);
    release('1.1.0');
    spoil();
    expect(run([])).toMatchObject({ status: 1, stderr: expect.stringContaining(words) as string });
    expect([shown(), installed()]).toEqual(['1.0.0', ['1.0.0', 'current']]);
  });

  it.each([
    [['install', '2.0.0'], {}, `has no release 2.0.0 for ${platform()}-${arch()}`],
    [['install', '../etc'], {}, 'not a version: ../etc'],
    [['switch', '2.0.0'], {}, 'Gatehouse 2.0.0 is not installed in'],
    [['rollback'], {}, 'there is no previous version in'],
    [['install'], { GATEHOUSE_FEED: '' }, 'set GATEHOUSE_FEED'],
    [['install'], { GATEHOUSE_FEED: '/nowhere' }, 'there is no folder /nowhere'],
    [['install'], { GATEHOUSE_FEED: 'http://releases.example' }, 'http is allowed on this machine only'],
  ] as const)('says what is wrong with %j %j', (args, env, words) => {
    expect(run(args, env)).toMatchObject({ status: 1, stderr: expect.stringContaining(words) as string });
    expect(existsSync(join(prefix, 'current'))).toBe(false);
  });

  it('does not replace another program', () => {
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'gatehouse'), 'of someone else');
    expect(run([])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is another program') as string,
    });
    run(['uninstall']);
    expect(readFileSync(join(bin, 'gatehouse'), 'utf8')).toBe('of someone else');
  });

  it('takes the feed of its own folder, and that of the release that wrote it', () => {
    cpSync(SCRIPT, join(feed, 'install.sh'));
    const env = envOf({ GATEHOUSE_FEED: '' });
    expect(spawnSync('sh', [join(feed, 'install.sh')], { env }).status).toBe(0);
    expect(shown()).toBe('1.0.0');
    release('1.1.0');
    const script = TEXT.replace("FEED_OF_RELEASE=''", `FEED_OF_RELEASE='${feed}'`);
    expect(spawnSync('sh', { env, input: script }).status).toBe(0);
    expect(shown()).toBe('1.1.0');
  });

  describe('with a feed by http', () => {
    let server: Server;
    /** Answers the archive only in part, and then no more. */
    let isStuck: boolean;
    let arrived: () => void;
    beforeEach(async () => {
      isStuck = false;
      server = createServer((request, response) => {
        const file = join(feed, request.url ?? '');
        if (!existsSync(file)) response.writeHead(404).end();
        else if (!isStuck || !file.endsWith('.gz')) response.end(readFileSync(file));
        else {
          response.writeHead(200, { 'content-length': 1_000_000 }).write('partly');
          arrived();
        }
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });
    const start = (more: NodeJS.ProcessEnv = {}) => {
      const { port } = server.address() as AddressInfo;
      const env = envOf({ GATEHOUSE_FEED: `http://127.0.0.1:${port}/`, ...more });
      const child = spawn('sh', [SCRIPT], { env, stdio: 'ignore', detached: true });
      return { child, end: new Promise((resolved) => child.on('close', resolved)) };
    };

    itWith('curl')('downloads with curl', async () => {
      expect(await start().end).toBe(0);
      expect(shown()).toBe('1.0.0');
    });

    itWith('wget')('downloads with wget where there is no curl', async () => {
      const programs = [
        'sh',
        'mkdir',
        'rm',
        'mv',
        'ln',
        'readlink',
        'cat',
        'awk',
        'sed',
        'sort',
        'grep',
        'tail',
      ];
      programs.push('tar', 'gzip', 'uname', 'sha256sum', 'wget', 'dirname', 'rmdir');
      const path = join(place, 'path');
      mkdirSync(path);
      for (const each of programs) symlinkSync(fileOf(each), join(path, each));
      expect(await start({ PATH: path }).end).toBe(0);
      expect(shown()).toBe('1.0.0');
    });

    itWith('curl').each(['SIGINT', 'SIGKILL'] as const)(
      'leaves nothing installed after %s',
      async (signal) => {
        isStuck = true;
        const stuck = new Promise<void>((resolved) => (arrived = resolved));
        const { child, end } = start();
        await stuck;
        process.kill(-child.pid!, signal);
        await end;
        expect(existsSync(bin)).toBe(false);
        expect(installed().filter((name) => !name.startsWith('.'))).toEqual([]);
        isStuck = false;
        expect(await start().end).toBe(0);
        expect(installed()).toEqual(['1.0.0', 'current']);
      },
    );
  });

  it('stays small', () => expect(TEXT.split('\n').length).toBeLessThanOrEqual(151));

  itWith('shellcheck')('and its launcher have nothing that shellcheck finds', () => {
    const launcher = resolve(SCRIPT, '../launcher/gatehouse');
    const args = ['--shell=sh', SCRIPT, launcher];
    expect(spawnSync('shellcheck', args, { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' });
  });
});

describe('the launcher', () => {
  it('starts the program of its own version, through any links', () => {
    const place = mkdtempSync(join(tmpdir(), 'gatehouse-launcher-'));
    try {
      for (const folder of ['1.0.0/bin', '1.0.0/node/bin', 'bin'])
        mkdirSync(join(place, folder), { recursive: true });
      cpSync(resolve(SCRIPT, '../launcher/gatehouse'), join(place, '1.0.0/bin/gatehouse'));
      writeFileSync(join(place, '1.0.0/node/bin/node'), '#!/bin/sh\necho "$*"\n', { mode: 0o755 });
      symlinkSync('1.0.0', join(place, 'current'));
      symlinkSync('../current/bin/gatehouse', join(place, 'bin/gatehouse'));
      expect(lstatSync(join(place, 'current')).isSymbolicLink()).toBe(true);
      const told = execFileSync(join(place, 'bin/gatehouse'), ['status', 'a b'], { encoding: 'utf8' });
      expect(told).toBe(`${join(place, '1.0.0/app/dist/cli.js')} status a b\n`);
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});

const fileOf = (program: string): string =>
  execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
