import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { FakeSystemctl } from '../../../../test/support/fake-systemctl.js';
import { InstalledReleases } from '../../../../test/support/installed-releases.js';
import { environment } from '../../../../test/support/programs.js';
import { readEnvironment } from '../../../config/index.js';
import { Cli } from '../../cli.js';
import type { CliWorld } from '../../world.js';
import { type Machine, planService, type ServiceOptions } from '../service/service-plan.js';
import { installService } from '../service/service.js';
import { type InstallOptions, installUpdate, notInstalled, rollback } from './install-update.js';
import { installationOf, linkedRelease } from './installation.js';

let releases: InstalledReleases;
let folder: string;
let systemctl: FakeSystemctl;
let machine: Machine;
let server: Server;
/** The release whose gateway never gets ready. */
let broken: string | undefined;
/** Of the shell that the command is called in. */
let variables: NodeJS.ProcessEnv;

beforeEach(async () => {
  releases = new InstalledReleases('1.0.0', '0001-first');
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-update-'));
  systemctl = new FakeSystemctl(folder);
  broken = undefined;
  variables = {};
  mkdirSync(join(folder, 'state'));
  machine = {
    uid: 1000,
    ...installation().stable,
    environment: readEnvironment({ GATEHOUSE_STATE_DIR: join(folder, 'state') }),
    etc: join(folder, 'etc'),
    varLib: join(folder, 'var'),
    configHome: join(folder, 'config'),
    systemctl: systemctl.program,
  };
  server = createServer((request, response) => {
    const isReady = request.url === '/readyz' && linkedRelease(releases.prefix, 'current') !== broken;
    response.writeHead(isReady ? 200 : 503).end('{"status":"error"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  releases.remove();
  rmSync(folder, { recursive: true });
  await new Promise((resolve) => server.close(resolve));
});

const installation = (version = '1.0.0') => installationOf(releases.programOf(version))!;
/** A service of this installation that runs. */
const serve = async (options: ServiceOptions = {}) => {
  const plan = planService(machine, { user: true, ...options });
  await installService(machine, { plan, version: '1.0.0', isForced: false });
  systemctl.changes();
  answers();
};
const answers = () => {
  const { port } = server.address() as AddressInfo;
  const address = JSON.stringify({ url: `http://127.0.0.1:${port}`, pid: process.pid });
  writeFileSync(join(folder, 'state/gateway.json'), address);
};
const place = (version: string, readyMs = 1) => ({
  cli: new Cli({ environment: () => machine.environment } as unknown as CliWorld),
  machine,
  installation: installation(version),
  env: environment(variables),
  readyMs,
});
const install = (options: InstallOptions = {}, version = '1.0.0', readyMs = 1) =>
  installUpdate(place(version, readyMs), { feed: releases.feed, yes: true, json: true, ...options });
const current = () => linkedRelease(releases.prefix, 'current');
const isRecorded = () => existsSync(join(releases.prefix, 'update.json'));

describe('installing an update', () => {
  it('backs up with the release in use, checks and migrates with the new one, and restarts the service', async () => {
    releases.publish('2.0.0', '0002-second');
    await serve();
    expect(await install()).toEqual({
      from: '1.0.0',
      to: '2.0.0',
      backup: '/backups/before.gatehouse-backup',
      service: 'restarted',
    });
    expect(releases.calls()).toEqual([
      '1.0.0 backup create --json',
      'install.sh fetch 2.0.0',
      '2.0.0 config validate',
      'install.sh switch 2.0.0',
      '2.0.0 db migrate --json',
    ]);
    expect(systemctl.changes()).toEqual([
      '--user --no-ask-password stop gatehouse.service',
      '--user --no-ask-password start gatehouse.service',
    ]);
    expect([current(), isRecorded()]).toEqual(['2.0.0', false]);
  });

  it('takes the newest release, or the named one', async () => {
    releases.publish('1.2.0', '0001-first');
    releases.publish('1.10.0', '0001-first');
    releases.publish('2.0.0-rc.1', '0001-first');
    expect(await install({ version: '1.2.0' })).toMatchObject({ to: '1.2.0', service: 'not running' });
    expect(await install({}, '1.2.0')).toMatchObject({ to: '1.10.0' });
    expect(await install({}, '1.10.0')).toBeUndefined();
  });

  it('takes the path of a feed from the folder in which it was called, also when it is continued', async () => {
    releases.publish('2.0.0', '0001-first');
    const program = `#!/bin/sh\ncp '${releases.prefix}/update.json' '${folder}/begun.json'\necho '{"file":"/b"}'\n`;
    writeFileSync(join(releases.prefix, '1.0.0/bin/gatehouse'), program);
    await install({ feed: relative(process.cwd(), releases.feed) });
    const begun = JSON.parse(readFileSync(join(folder, 'begun.json'), 'utf8')) as { readonly feed: string };
    expect(begun.feed).toBe(join(releases.feed, 'releases.json'));
  });

  it('gives the programs the variables and the configuration of the service', async () => {
    variables = { GATEHOUSE_CONFIG: '/of/this/shell.json' };
    const file = join(folder, 'config/gatehouse/environment');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'GATEHOUSE_OF_TEST="a b"\n');
    releases.publish('2.0.0', '0001-first');
    const words = '$GATEHOUSE_OF_TEST $GATEHOUSE_STATE_DIR ${GATEHOUSE_CONFIG-its own}';
    const program = `#!/bin/sh\necho "{\\"file\\":\\"${words}\\"}"\n`;
    for (const version of ['1.0.0', '2.0.0'])
      writeFileSync(join(releases.prefix, '../feed', version, 'bin/gatehouse'), program);
    writeFileSync(join(releases.prefix, '1.0.0/bin/gatehouse'), program);
    await serve({ config: '/etc/gatehouse.json' });
    expect(await install()).toMatchObject({ backup: `a b ${join(folder, 'state')} /etc/gatehouse.json` });
    await serve();
    const went = await rollback(place('2.0.0'), { yes: true, json: true });
    expect(went).toMatchObject({ backup: `a b ${join(folder, 'state')} its own` });
  });

  (process.getuid?.() === 0 ? it : it.skip)(
    'as root, runs the programs as the owner of the state directory',
    async () => {
      releases.publish('2.0.0', '0001-first');
      const program = '#!/bin/sh\necho "{\\"file\\":\\"by $(id -u)\\"}"\n';
      writeFileSync(join(releases.prefix, '1.0.0/bin/gatehouse'), program);
      for (const each of [folder, dirname(releases.prefix)]) chmodSync(each, 0o755);
      chownSync(join(folder, 'state'), 65_534, 65_534);
      machine = { ...machine, uid: 0 };
      expect(await install()).toMatchObject({ backup: 'by 65534' });
    },
  );

  it('goes back with the schema where the new release does not get ready', async () => {
    releases.publish('2.0.0', '0002-second');
    await serve();
    broken = '2.0.0';
    await expect(install()).rejects.toThrow(
      /^2\.0\.0 was not installed: the gateway was started, but it was not ready within .* 503 .*\n1\.0\.0 is in use again, with the same data$/,
    );
    expect(releases.calls().slice(-2)).toEqual([
      '2.0.0 db migrate --to 0001-first',
      'install.sh switch 1.0.0',
    ]);
    expect([current(), isRecorded()]).toEqual(['1.0.0', false]);
  });

  it('does not take back a schema that another replica has migrated to', async () => {
    releases.publish('2.0.0', '0002-second');
    await serve();
    releases.isMigrated();
    broken = '2.0.0';
    variables = { DATABASE_URL: 'postgres://localhost/gatehouse' };
    await expect(install()).rejects.toThrow(/^going back to 1\.0\.0 failed: .* by another replica, /);
    expect([current(), releases.calls().at(-1)]).toEqual(['2.0.0', '2.0.0 db migrate --json']);
  });

  it('does not wait for a service that has failed', async () => {
    releases.publish('2.0.0', '0001-first');
    await serve();
    broken = '2.0.0';
    systemctl.becomes('failed');
    await expect(install({}, '1.0.0', 600_000)).rejects.toThrow('the gateway was started, but it failed.');
  });

  it('is refused where the configuration is invalid for the new release, and nothing is changed', async () => {
    releases.publish('2.0.0', '0002-second', 'config validate');
    await serve();
    await expect(install()).rejects.toThrow('config validate is refused');
    expect([current(), isRecorded(), systemctl.changes()]).toEqual(['1.0.0', false, []]);
  });

  it.each([
    ['an unknown release', { version: '9.9.9' }, '--version: 9.9.9 is not in '],
    ['an older one', { version: '0.9.0' }, 'is older than 1.0.0. To go back'],
    ['a feed with another name', { feed: '/none/feed.json' }, '--feed: must be the folder with'],
    [
      'one with another name by https',
      { feed: 'https://u.test/feed.json' },
      '--feed: must be the folder with',
    ],
    ['a feed that is not there', { feed: '/none' }, '--feed: /none/releases.json cannot be read'],
  ])('refuses %s before it changes anything', async (_name, options, words) => {
    releases.publish('0.9.0', '0001-first');
    await expect(install(options)).rejects.toThrow(words);
    expect([releases.calls(), isRecorded()]).toEqual([[], false]);
  });

  it('refuses a gateway that no service manages, and a service with another state directory', async () => {
    releases.publish('2.0.0', '0001-first');
    answers();
    await expect(install()).rejects.toThrow('a gateway that was started by hand uses');
    rmSync(join(folder, 'state/gateway.json'));
    await serve();
    const environment = readEnvironment({ GATEHOUSE_STATE_DIR: join(folder, 'other') });
    machine = { ...machine, environment };
    await expect(install()).rejects.toThrow(`the service uses ${join(folder, 'state')}`);
  });

  it('is finished by the next call after an interruption, and refused while another one runs', async () => {
    releases.publish('2.0.0', '0002-second');
    await serve();
    const record = { direction: 'forward', older: '1.0.0', newer: '2.0.0', isRunning: true };
    const { ppid } = process;
    const write = (pid: number) =>
      writeFileSync(
        join(releases.prefix, 'update.json'),
        JSON.stringify({ ...record, pid, feed: releases.feed, backup: '/b' }),
      );
    writeFileSync(join(releases.prefix, 'update.json'), '{"direction":"forward","newer":"../x"');
    await expect(install()).rejects.toThrow('update.json is damaged: delete it');
    write(ppid);
    await expect(install()).rejects.toThrow(`another update is running (process ${ppid})`);
    // No process has such a number.
    write(2 ** 30);
    await expect(install({ version: '3.0.0' })).rejects.toThrow('an update to 2.0.0 was interrupted');
    expect(await install()).toMatchObject({ to: '2.0.0', backup: '/b' });
    expect([current(), isRecorded()]).toEqual(['2.0.0', false]);
  });
});

describe('going back', () => {
  it('takes the schema and the release before the last update', async () => {
    releases.publish('2.0.0', '0002-second');
    await serve();
    await install();
    releases.calls();
    expect(await rollback(place('2.0.0'), { yes: true, json: true })).toMatchObject({
      from: '2.0.0',
      to: '1.0.0',
      service: 'restarted',
    });
    expect(releases.calls()).toEqual([
      '2.0.0 backup create --json',
      '2.0.0 db migrate --to 0001-first',
      'install.sh switch 1.0.0',
    ]);
    await expect(rollback(place('1.0.0'), { yes: true, json: true })).rejects.toThrow(
      'the previous release, 2.0.0, is newer: gatehouse update install --version 2.0.0',
    );
  });

  it('that fails leaves the gateway running, and the next call restarts it with the earlier release', async () => {
    releases.publish('2.0.0', '0002-second', 'db migrate');
    await serve();
    releases.installed('2.0.0');
    systemctl.changes();
    const again = () => rollback(place('2.0.0'), { yes: true, json: true });
    await expect(again()).rejects.toThrow(
      'going back to 1.0.0 failed: db migrate is refused\n2.0.0 is still in use and was started again.',
    );
    const [stop, start] = ['stop', 'start'].map(
      (verb) => `--user --no-ask-password ${verb} gatehouse.service`,
    );
    expect([systemctl.changes(), isRecorded()]).toEqual([[stop, start], true]);
    writeFileSync(join(releases.prefix, '2.0.0/refuses'), '');
    expect(await again()).toMatchObject({ to: '1.0.0', service: 'restarted' });
    expect([systemctl.changes(), current(), isRecorded()]).toEqual([[stop, start], '1.0.0', false]);
  });

  it('ends where the backup fails, before anything is stopped', async () => {
    releases.publish('2.0.0', '0002-second', 'backup create');
    await serve();
    releases.installed('2.0.0');
    systemctl.changes();
    await expect(rollback(place('2.0.0'), { yes: true, json: true })).rejects.toThrow(
      'backup create is refused',
    );
    expect([systemctl.changes(), isRecorded()]).toEqual([[], false]);
  });

  it('needs a previous release', async () => {
    await expect(rollback(place('1.0.0'), { yes: true, json: true })).rejects.toThrow(
      'there is no previous release',
    );
  });
});

describe('a program that install.sh has not installed', () => {
  it('is no installation', () => {
    expect(installationOf(join(import.meta.dirname, '../../..'))).toBeUndefined();
  });

  it.each([
    ['/opt/gatehouse/node_modules/gatehouse', 'npm installed it'],
    [join(import.meta.dirname, '../../..'), 'it is a checkout'],
    ['/opt/gatehouse', 'it is an image or a copy'],
  ])('in %s is told what to do instead', (program, words) => {
    expect(notInstalled(program).message).toContain(words);
  });
});
