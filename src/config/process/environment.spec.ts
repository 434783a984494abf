import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  calledAs,
  colorTerminalsOnly,
  overrideEnvironment,
  proxyVariable,
  readEnvironment,
} from './environment.js';
import { ensureStateDir } from './state-dir.js';

describe('readEnvironment', () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'gatehouse-env-'))));
  afterEach(() => rmSync(dir, { recursive: true }));

  it('has defaults', () => {
    const { variable: _, ...sut } = readEnvironment({});

    expect(sut).toEqual({
      stateDir: join(homedir(), '.gatehouse'),
      configFile: join(homedir(), '.gatehouse', 'gatehouse.json'),
      isConfigNamed: false,
      settings: new Map(),
      problems: [],
    });
  });

  it('reads its variables', () => {
    const sut = readEnvironment({
      GATEHOUSE_STATE_DIR: '~/state',
      GATEHOUSE_CONFIG: '/etc/gatehouse.json5',
      GATEHOUSE_ADMIN_TOKEN: 'token',
      DATABASE_URL: 'postgres://u:p@h/d',
    });

    expect(sut).toMatchObject({
      stateDir: join(homedir(), 'state'),
      configFile: '/etc/gatehouse.json5',
      adminToken: 'token',
      databaseUrl: 'postgres://u:p@h/d',
      problems: [],
    });
  });

  it('treats an empty variable as not set', () => {
    expect(readEnvironment({ GATEHOUSE_ADMIN_TOKEN: '', DATABASE_URL: '' })).toMatchObject({ problems: [] });
  });

  it('reads a secret from the file named by its _FILE variable, and refuses an empty file', () => {
    writeFileSync(join(dir, 'token'), 'hunter2\r\n');
    writeFileSync(join(dir, 'empty'), '\n');

    expect(readEnvironment({ GATEHOUSE_ADMIN_TOKEN_FILE: join(dir, 'token') }).adminToken).toBe('hunter2');
    expect(readEnvironment({ GATEHOUSE_ADMIN_TOKEN_FILE: join(dir, 'empty') }).problems).toEqual([
      { path: 'GATEHOUSE_ADMIN_TOKEN_FILE', message: 'the file it names is empty' },
    ]);
  });

  it.each([
    [
      'both twins',
      { DATABASE_URL: 'postgres://hunter2/d', DATABASE_URL_FILE: '/hunter2' },
      'DATABASE_URL',
      /not both/,
    ],
    ['a missing file', { DATABASE_URL_FILE: '/hunter2' }, 'DATABASE_URL_FILE', /ENOENT/],
    ['a device', { GATEHOUSE_ADMIN_TOKEN_FILE: '/dev/null' }, 'GATEHOUSE_ADMIN_TOKEN_FILE', /regular file/],
    ['another database', { DATABASE_URL: 'mysql://hunter2' }, 'DATABASE_URL', /postgres/],
  ])('reports %s, without values', (_name, variables, path, message) => {
    const { problems } = readEnvironment(variables);

    expect(problems?.map((problem) => problem.path)).toEqual([path]);
    expect(problems?.[0]?.message).toMatch(message);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});

describe('overrideEnvironment', () => {
  it('lets options of the command line override the variables', () => {
    const env: NodeJS.ProcessEnv = { GATEHOUSE_STATE_DIR: '/a', GATEHOUSE_CONFIG: '/b' };
    overrideEnvironment({}, env);
    expect(readEnvironment(env)).toMatchObject({ stateDir: '/a', configFile: '/b' });
    overrideEnvironment({ stateDir: 'state', config: './mine.json', port: 0 }, env);
    expect(readEnvironment(env)).toMatchObject({
      stateDir: join(process.cwd(), 'state'),
      configFile: join(process.cwd(), 'mine.json'),
      isConfigNamed: true,
      settings: new Map([['GATEHOUSE__GATEWAY__PORT', '0']]),
    });
  });
});

describe('ensureStateDir', () => {
  it('creates the folder with mode 700, narrows an existing one, and leaves a shared one unchanged', () => {
    const base = mkdtempSync(join(tmpdir(), 'gatehouse-env-'));
    const sut = readEnvironment({ GATEHOUSE_STATE_DIR: join(base, 'a', 'b') });

    ensureStateDir(sut);
    expect(statSync(sut.stateDir).mode & 0o777).toBe(0o700);
    chmodSync(sut.stateDir, 0o755);
    ensureStateDir(sut);
    expect(statSync(sut.stateDir).mode & 0o777).toBe(0o700);
    // A shared folder such as /tmp stays as it is.
    chmodSync(sut.stateDir, 0o1777);
    ensureStateDir(sut);
    expect(statSync(sut.stateDir).mode & 0o7777).toBe(0o1777);
    rmSync(base, { recursive: true });
  });

  it.each([
    ['below a file', '/dev/null/state', 'ENOTDIR'],
    ['that is a file', '/dev/null', 'EEXIST'],
  ])('refuses a place %s, naming its variable and the remedy', (_, stateDir, code) => {
    const message = `${stateDir} is not writable (${code}): choose a folder that this user can write to`;
    const problems = [{ path: 'GATEHOUSE_STATE_DIR', message }];
    expect(() => ensureStateDir({ stateDir })).toThrow(
      expect.objectContaining({ name: 'ConfigInvalidError', problems }) as Error,
    );
  });
});

it.each([
  ['/usr/local/bin/gatehouse', {}, 'gatehouse'],
  [undefined, {}, 'gatehouse'],
  [join(process.cwd(), 'dist/cli.js'), {}, 'node dist/cli.js'],
  [join(process.cwd(), 'dist/cli.js'), { npm_lifecycle_event: 'gatehouse' }, 'npm run -s gatehouse --'],
  [join(process.cwd(), 'build/dev/src/cli.js'), { npm_lifecycle_event: 'dev' }, 'npm run -s dev --'],
  ['/usr/local/bin/gatehouse', { npm_lifecycle_event: 'test' }, 'gatehouse'],
])('the file %s with %j was called as %s', (file, env, expected) => {
  expect(calledAs(file, env)).toBe(expected);
});

it('the file of an installed release was called by its launcher', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
  const file = join(folder, 'app/dist/cli.js');
  expect(calledAs(file, {})).toMatch(/^node /);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/gatehouse'), '');
  expect(calledAs(file, {})).toBe('gatehouse');
  rmSync(folder, { recursive: true });
});

it.each([
  [{}, undefined],
  [{ HTTPS_PROXY: '' }, undefined],
  [{ http_proxy: 'http://p:1' }, { name: 'http_proxy', address: 'http://p:1' }],
  [
    { http_proxy: 'http://p:1', HTTPS_PROXY: 'http://q:2' },
    { name: 'HTTPS_PROXY', address: 'http://q:2' },
  ],
])('the environment %j names the proxy %j for npm', (env, expected) => {
  expect(proxyVariable(env)).toEqual(expected);
});

it.each([
  ['pipes', false, false, undefined],
  ['a terminal and a pipe', true, false, undefined],
  ['a pipe and a terminal', false, true, undefined],
  ['terminals', true, true, '3'],
])('FORCE_COLOR before %s', (_, isOutTTY, isErrorTTY, expected) => {
  const env: NodeJS.ProcessEnv = { FORCE_COLOR: '3' };
  colorTerminalsOnly({ stdout: { isTTY: isOutTTY }, stderr: { isTTY: isErrorTTY } }, env);
  expect(env.FORCE_COLOR).toBe(expected);
});
