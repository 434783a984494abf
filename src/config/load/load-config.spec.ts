import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from '../../../test/support/programs.js';
import {
  AGENTS,
  ConfigInvalidError,
  CORE_SECTIONS,
  formatProblems,
  GATEWAY,
  loadConfig,
  readEnvironment,
} from '../index.js';

describe('loadConfig', () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'gatehouse-config-'))));
  afterEach(() => rmSync(dir, { recursive: true }));

  function load(text: string, variables: NodeJS.ProcessEnv = {}) {
    writeFileSync(join(dir, 'gatehouse.json'), text);
    return loadConfig(CORE_SECTIONS, readEnvironment({ GATEHOUSE_STATE_DIR: dir, ...variables }));
  }

  function failure(text: string, variables?: NodeJS.ProcessEnv): string {
    try {
      load(text, variables);
    } catch (error) {
      if (error instanceof ConfigInvalidError) return formatProblems(error);
    }
    return '';
  }

  it('reads JSON5', () => {
    const sut = load('// mine\n{ gateway: { port: 4000, }, }');

    expect(sut.get(GATEWAY).port).toBe(4000);
    expect(sut.present('gateway.port')).toBe(true);
    expect(sut.present('gateway.host')).toBe(false);
  });

  it('treats a blank file as empty', () => expect(load(' \n').get(GATEWAY).port).toBe(3000));

  it('reports the line and column of a syntax error, not the text', () => {
    expect(failure('{\n  gateway: hunter2 }')).toMatch(
      /gatehouse\.json: is not valid JSON5 at line 2, column 12$/,
    );
  });

  it('refuses a file that holds no object', () =>
    expect(failure('[1]')).toMatch(/gatehouse\.json: must contain one object/));

  it('reports a file that cannot be read', () => {
    expect(failure('', { GATEHOUSE_CONFIG: join(dir, 'gatehouse.json/x') })).toMatch(
      /cannot be read \(ENOTDIR\)/,
    );
  });

  it('requires a named file to exist, but not the default one', () => {
    expect(failure('', { GATEHOUSE_CONFIG: join(dir, 'other.json') })).toMatch(
      /other\.json: does not exist$/,
    );
    const environment = readEnvironment({ GATEHOUSE_STATE_DIR: join(dir, 'none') });
    expect(loadConfig(CORE_SECTIONS, environment).text?.state).toBe('missing');
  });

  it.each([
    ['a folder', () => dir],
    ['a device', () => '/dev/zero'],
    ['a pipe', () => pipe(join(dir, 'pipe'))],
  ])('refuses %s as configuration file and as secret file', (_name, path) => {
    const file = path();
    const runtime = { type: 'http', baseUrl: 'http://127.0.0.1', apiKey: { file } };
    expect(failure('', { GATEHOUSE_CONFIG: file })).toContain(`${file}: is not a regular file`);
    expect(failure(JSON.stringify({ agents: { list: [{ id: 'a', runtime }] } }))).toContain(
      'agents.list[0].runtime.apiKey: the file it names is not a regular file',
    );
    expect(failure('', { DATABASE_URL_FILE: file })).toContain('DATABASE_URL_FILE: the file it names is not');
  });

  it.each([
    ['lists', `{ agents: { list: ${'['.repeat(50_000)}${']'.repeat(50_000)} } }`],
    ['objects', `${'{a:'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ])('refuses %s nested more than 32 deep', (_name, text) => {
    expect(failure(text)).toMatch(/gatehouse\.json: is nested more than 32 levels deep/);
  });

  it('reports problems of the environment together with those of the file', () => {
    const text = failure('{ gateway: { port: "x" } }', { DATABASE_URL: 'mysql://u:hunter2@h/d' });

    expect(text).toBe(
      [
        'The configuration has 2 problems:',
        '  DATABASE_URL: must be a postgres:// URL',
        '  gateway.port: must be a number',
      ].join('\n'),
    );
  });

  it('reads secrets from files', () => {
    writeFileSync(join(dir, 'key'), 'hunter2\n');
    const runtime = { apiKey: { file: join(dir, 'key') }, headers: { 'x-key': { file: join(dir, 'key') } } };

    const sut = load(JSON.stringify({ agents: { list: [{ id: 'a', runtime }] } })).get(AGENTS).defaultAgent
      .runtime;

    expect(sut.apiKey).toBe('hunter2');
    expect(sut.headers).toEqual({ 'x-key': 'hunter2' });
  });
});

function pipe(path: string): string {
  execFileSync('mkfifo', [path]);
  return path;
}
