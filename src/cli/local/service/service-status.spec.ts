import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type FakeGateway, startFakeGateway, TOKEN } from '../../../../test/support/cli-world.js';
import { FakeSystemctl } from '../../../../test/support/fake-systemctl.js';
import { readEnvironment } from '../../../config/index.js';
import { Cli } from '../../cli.js';
import { statusText } from '../../output/service-text.js';
import type { CliWorld } from '../../world.js';
import { type Machine, planService, unitFileOf } from './service-plan.js';
import { serviceStatus } from './service-status.js';
import { installService } from './service.js';

let gateway: FakeGateway;
let folder: string;
let systemctl: FakeSystemctl;
let machine: Machine;
beforeAll(async () => {
  gateway = await startFakeGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.reset();
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-service-'));
  systemctl = new FakeSystemctl(folder);
  mkdirSync(join(folder, 'program'));
  writeFileSync(join(folder, 'program/main.js'), '');
  installs('1.2.3');
  machine = {
    uid: 0,
    node: '/bin/sh',
    program: join(folder, 'program/main.js'),
    environment: readEnvironment({ GATEHOUSE_STATE_DIR: join(folder, 'state') }),
    etc: join(folder, 'etc'),
    varLib: join(folder, 'var'),
    configHome: join(folder, 'config'),
    systemctl: systemctl.program,
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts this release where the program is. */
const installs = (version: string) =>
  writeFileSync(join(folder, 'program/package.json'), JSON.stringify({ version }));
const install = () =>
  installService(machine, { plan: planService(machine, { user: true }), version: '1.2.3', isForced: false });
/** A process with this release answers at the state directory of the service. */
const answers = (version: string) => {
  mkdirSync(join(folder, 'state'));
  writeFileSync(join(folder, 'state/gateway.json'), JSON.stringify({ url: gateway.url, pid: process.pid }));
  writeFileSync(join(folder, 'state/admin-token'), TOKEN);
  gateway.answers.set('GET /status', [200, { version }]);
};
const look = async (version = '1.2.3') => {
  const world = { version, environment: () => machine.environment, readConfigFile: () => ({}) };
  const status = await serviceStatus(new Cli(world as unknown as CliWorld), machine, 'user');
  return { status, text: statusText(status, 'user') };
};

it('a service that runs is shown with its start, process, program and state', async () => {
  await install();
  answers('1.2.3');
  const { status, text } = await look();
  expect(status).toEqual({
    file: unitFileOf(machine, 'user'),
    unit: 'ours',
    enabled: true,
    active: 'active',
    sub: 'running',
    since: expect.stringMatching(/^\d{4}-.*Z$/),
    pid: 4711,
    program: machine.program,
    program_version: '1.2.3',
    running_version: '1.2.3',
    version: '1.2.3',
    state_dir: join(folder, 'state'),
    restart: 'systemctl --user restart gatehouse',
  });
  expect(text).toMatch(
    /^Service +enabled, active \(running\)\nSince +.* ago, process 4711\nUnit .*unchanged/,
  );
  expect(text).not.toContain('restart');
});

it('a release that was installed while the service runs needs a restart', async () => {
  await install();
  answers('1.2.3');
  installs('1.3.0');
  expect((await look('1.3.0')).text).toContain(
    'Still running 1.2.3; 1.3.0 is installed: systemctl --user restart gatehouse',
  );
});

it('a command of another release says how the service takes it', async () => {
  await install();
  expect((await look('1.4.0')).text).toContain(
    'This command is 1.4.0, but the service starts 1.2.3. To switch: gatehouse service install --user',
  );
});

it('a missing program is reported', async () => {
  await install();
  rmSync(machine.program);
  expect((await look()).text).toContain('main.js, MISSING: reinstall it, then the service');
});

it.each([
  ['is not there', async () => undefined, 'not installed'],
  ['was written by another program', async () => write('[Service]\n'), 'not written by this program'],
  [
    'was edited by hand',
    async () => {
      await install();
      write('#\n', 'a');
    },
    'edited by hand since it was written',
  ],
])('a unit that %s is shown as such', async (_name, prepare, words) => {
  await prepare();
  expect((await look()).text).toContain(words);
});

function write(text: string, flag = 'w'): void {
  const file = unitFileOf(machine, 'user');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag });
}
