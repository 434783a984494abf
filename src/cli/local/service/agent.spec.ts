import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeLaunchctl } from '../../../../test/support/fake-launchctl.js';
import { plistIn } from '../../../../test/support/xml.js';
import { readEnvironment } from '../../../config/index.js';
import { Cli } from '../../cli.js';
import { installedText, statusText } from '../../output/service-text.js';
import type { CliWorld } from '../../world.js';
import { agentText, pathsOfAgent } from './agent-text.js';
import { type Machine, planService, scopeOf, unitFileOf } from './service-plan.js';
import { serviceStatus } from './service-status.js';
import { installService, plannedText, uninstallService } from './service.js';

const VERSION = '1.2.3';
const ODD = '/Users/ann & <ben>/it\'s "here" --';

let folder: string;
let launchctl: FakeLaunchctl;
let machine: Machine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-agent-'));
  launchctl = new FakeLaunchctl(folder);
  machine = {
    uid: 501,
    node: '/Users/ann/.local/share/gatehouse/current/node/bin/node',
    program: '/Users/ann/.local/share/gatehouse/current/app/dist/main.js',
    environment: readEnvironment({ GATEHOUSE_STATE_DIR: join(folder, 'state') }),
    etc: join(folder, 'etc'),
    varLib: join(folder, 'var'),
    configHome: join(folder, 'config'),
    library: join(folder, 'Library'),
    launchctl: launchctl.program,
  };
  mkdirSync(join(folder, 'state'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'Library/LaunchAgents/gatehouse.gateway.plist');
const plan = () => planService(machine, {});
const install = (version = VERSION) => installService(machine, { plan: plan(), version, isForced: false });

describe('the agent of launchd', () => {
  it('starts the program of this machine at each login, and after it has ended', () => {
    const { node, program } = machine;
    const log = join(folder, 'Library/Logs/gatehouse.log');
    expect(plistIn(plannedText(plan(), VERSION))).toEqual({
      Label: 'gatehouse.gateway',
      ProgramArguments: [node, '--max-semi-space-size=16', '--v8-pool-size=0', program],
      EnvironmentVariables: { NODE_ENV: 'production', GATEHOUSE_STATE_DIR: join(folder, 'state') },
      RunAtLoad: true,
      KeepAlive: true,
      ThrottleInterval: 30,
      ExitTimeOut: 25,
      Umask: 0o77,
      StandardOutPath: log,
      StandardErrorPath: log,
    });
  });

  it('gives odd paths back as they are', () => {
    const paths = { node: `${ODD}/node`, program: `${ODD}/main.js`, stateDir: `${ODD}/state` };
    const text = agentText({ scope: 'agent', ...paths, configFile: `${ODD}/g.json`, log: `${ODD}/log` });
    expect(plistIn(text)).toMatchObject({
      ProgramArguments: expect.arrayContaining([paths.node, paths.program]),
      EnvironmentVariables: { GATEHOUSE_STATE_DIR: paths.stateDir, GATEHOUSE_CONFIG: `${ODD}/g.json` },
      StandardOutPath: `${ODD}/log`,
    });
    const { program, stateDir } = paths;
    expect(pathsOfAgent(text)).toEqual({ program, stateDir, configFile: `${ODD}/g.json` });
  });

  it('is written, enabled and bootstrapped, also with --user', async () => {
    expect(await install()).toEqual({ unit: 'written', service: 'started' });
    expect(launchctl.changes()).toEqual(['enable gui/501/gatehouse.gateway', `bootstrap gui/501 ${file()}`]);
    expect(statSync(file()).mode & 0o777).toBe(0o644);
    expect(scopeOf(machine, { user: true })).toBe('agent');
    const text = installedText(plan(), await install(), join(folder, 'state'));
    expect(text).toContain(
      `Log: ${join(folder, 'Library/Logs/gatehouse.log')}\nStatus: gatehouse service status\n`,
    );
  });

  it('is left alone where nothing changed, and replaced when its process has ended its work', async () => {
    await install();
    launchctl.changes();
    expect(await install()).toEqual({ unit: 'unchanged', service: 'left running' });
    expect(await install('1.3.0')).toEqual({ unit: 'replaced', service: 'restarted' });
    expect(launchctl.changes().slice(-2)).toEqual([
      'bootout gui/501/gatehouse.gateway',
      `bootstrap gui/501 ${file()}`,
    ]);
  });

  it('is shown with its process and its program', async () => {
    await install();
    const cli = new Cli({ version: VERSION, environment: () => machine.environment } as unknown as CliWorld);
    const status = await serviceStatus(cli, machine, 'agent');
    expect(status).toMatchObject({
      unit: 'ours',
      enabled: true,
      active: 'active',
      since: null,
      pid: 4711,
      program: machine.program,
      state_dir: join(folder, 'state'),
      restart: 'launchctl kickstart -k gui/501/gatehouse.gateway',
    });
    expect(statusText(status, 'agent')).toMatch(
      /^Service +enabled, active \(running\)\nSince +process 4711\n/,
    );
  });

  it('is stopped and removed', async () => {
    await install();
    launchctl.changes();
    expect(await uninstallService(machine, { scope: 'agent', isForced: false })).toEqual({
      file: unitFileOf(machine, 'agent'),
      unit: 'removed',
      program: machine.program,
      stateDir: join(folder, 'state'),
    });
    expect([existsSync(file()), launchctl.changes()]).toEqual([false, ['bootout gui/501/gatehouse.gateway']]);
  });

  it.each([
    [
      'where no one is signed in',
      () => launchctl.hasNoSession(),
      'launchd has no session of this user (gui/501)',
    ],
    [
      'without launchctl',
      () => (machine = { ...machine, launchctl: join(folder, 'none') }),
      'neither systemd nor launchd runs here',
    ],
  ])('is refused %s, before anything is changed', async (_name, prepare, words) => {
    prepare();
    await expect(install()).rejects.toThrow(words);
    expect(existsSync(file())).toBe(false);
  });

  it('that was edited by hand is left alone', async () => {
    await install();
    const text = readFileSync(file(), 'utf8');
    writeFileSync(file(), text.replace('<integer>30</integer>', '<integer>5</integer>'));
    await expect(install()).rejects.toThrow(/was edited by hand[^]*^- +<integer>5<\/integer>$/m);
  });
});
