import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { itWith } from '../../../../test/support/needs.js';
import { spawnSync } from '../../../../test/support/programs.js';
import { pathsOf, type UnitPlan, unitText } from './unit-text.js';

const TEMPLATE = readFileSync(resolve(import.meta.dirname, '../../../../deploy/gatehouse.service'), 'utf8');
const ODD = `100% of "my" files $HOME it's \\ here`;

const plan = (more: Partial<UnitPlan> = {}): UnitPlan => ({
  scope: 'system',
  node: '/usr/bin/node',
  program: '/opt/gatehouse/main.js',
  stateDir: '/var/lib/gatehouse',
  environmentFile: '/etc/gatehouse/environment',
  ...more,
});

const valuesOf = (unit: string, key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value);

describe('the unit of a service', () => {
  it('has the paths of the machine, the flags and the hardening of the shipped unit', () => {
    const unit = unitText(
      TEMPLATE,
      plan({ program: '/srv/gatehouse/main.js', configFile: '/etc/gatehouse/g.json' }),
    );
    expect(valuesOf(unit, 'ExecStart')).toEqual([
      '/usr/bin/node --max-semi-space-size=16 --v8-pool-size=0 /srv/gatehouse/main.js',
    ]);
    expect(valuesOf(unit, 'Environment')).toEqual([
      'NODE_ENV=production MALLOC_ARENA_MAX=2',
      'GATEHOUSE_STATE_DIR=/var/lib/gatehouse',
      'GATEHOUSE_CONFIG=/etc/gatehouse/g.json',
    ]);
    expect(valuesOf(unit, 'DynamicUser')).toEqual(['yes']);
    expect(valuesOf(unit, 'ProtectSystem')).toEqual(['strict']);
    expect(valuesOf(unit, 'RestartPreventExitStatus')).toEqual(['65 78']);
    expect(unit).not.toContain('CHANGE');
  });

  it('runs as the owner of the state directory, and writes there alone', () => {
    const unit = unitText(TEMPLATE, plan({ stateDir: '/home/ann/.gatehouse', uid: 1000, needsHome: true }));
    expect([valuesOf(unit, 'User'), valuesOf(unit, 'ReadWritePaths'), valuesOf(unit, 'ProtectHome')]).toEqual(
      [['1000'], ['/home/ann/.gatehouse'], ['read-only']],
    );
    expect(unit).not.toMatch(/DynamicUser|StateDirectory/);
  });

  it('for a user has nothing that only the manager of the system may do', () => {
    const unit = unitText(TEMPLATE, plan({ scope: 'user', stateDir: '/home/ann/.gatehouse' }));
    expect(unit).not.toMatch(/^(?:DynamicUser|Protect|Private|Capability|After|User|#LoadCredential)/m);
    expect(valuesOf(unit, 'WantedBy')).toEqual(['default.target']);
    expect(valuesOf(unit, 'NoNewPrivileges')).toEqual(['yes']);
  });

  it('gives odd paths back as they are', () => {
    const paths = { program: `/opt/${ODD}/main.js`, stateDir: `/srv/${ODD}`, configFile: `/etc/${ODD}.json` };
    const unit = unitText(TEMPLATE, plan(paths));
    expect(pathsOf(unit)).toEqual(paths);
    expect(unit).toContain('100%% of \\"my\\" files');
  });
});

const ANALYZE = 'systemd-analyze';

describe('systemd', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-unit-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const odd = (name: string) => join(folder, ODD, name);
  const cases: readonly (readonly [string, () => Partial<UnitPlan>])[] = [
    ['a unit of the system', () => ({})],
    ['one that runs as a named user', () => ({ uid: 0, writes: [odd('config')], needsHome: true })],
    ['one of a user', () => ({ scope: 'user' })],
  ];
  itWith(ANALYZE).each(cases)('understands %s with odd paths', (_name, more) => {
    const plain = join(folder, 'node $1 of 100%');
    mkdirSync(odd(''));
    mkdirSync(plain);
    // systemd looks for the program itself, and refuses one that it would not find.
    writeFileSync(join(plain, 'node'), '#!/bin/sh\n');
    chmodSync(join(plain, 'node'), 0o755);
    const paths = { node: join(plain, 'node'), program: odd('main.js'), stateDir: odd('state') };
    const own: UnitPlan = plan({
      ...paths,
      environmentFile: odd('environment'),
      configFile: odd('config/g.json'),
      ...more(),
    });
    const file = join(folder, 'gatehouse.service');
    writeFileSync(file, unitText(TEMPLATE, own));
    const scope = own.scope === 'user' ? ['--user'] : ['--system'];
    const { status, stderr } = spawnSync(
      'env',
      [`XDG_RUNTIME_DIR=${folder}`, ANALYZE, ...scope, 'verify', file],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, '']);
  });
});
