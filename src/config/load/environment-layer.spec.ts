import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IsOptional } from 'class-validator';
import { ALL_SECTIONS } from '../../app.sections.js';
import {
  AGENTS,
  checkConfig,
  ConfigInvalidError,
  formatProblems,
  GATEWAY,
  MESSAGES,
  readEnvironment,
} from '../index.js';
import { sourcesOf } from '../edit/config-view.js';
import { describeSettings } from '../describe/settings-table.js';
import { section } from '../describe/section.js';
import { Nested, NestedMap, Setting } from '../describe/setting.decorator.js';
import { settingNamedBy, variableOfRow } from '../describe/variable-name.js';

class Account {
  @Setting({ doc: 'Where.' })
  @IsOptional()
  readonly serverUrl?: string;

  @Setting({ doc: 'Password.', secret: true })
  @IsOptional()
  readonly password?: string;

  @Setting({ doc: 'Headers.', secret: true, type: 'map of strings' })
  @IsOptional()
  readonly headers?: Readonly<Record<string, string>>;
}
class Cloud {
  @Setting({ doc: 'Host.' })
  readonly host: string = 'h';
}
class Toy extends Account {
  @Setting({ doc: 'Key file.' })
  @IsOptional()
  readonly keyFile?: string;

  @Setting({ doc: 'Own name.', secret: true, env: 'TOY_APP' })
  @IsOptional()
  readonly app?: string;

  @Nested(() => Cloud, { or: ['public'] })
  readonly cloud: Cloud | string = 'public';

  @NestedMap(() => Account)
  readonly accounts: Readonly<Record<string, Account>> = {};
}
const TOY = section('channels.toy', Toy);
const SECTIONS = [...ALL_SECTIONS, TOY];

const load = (variables: Record<string, string>, file: Record<string, unknown> = {}) => {
  const names = Object.entries(variables).map(([name, text]) => [name.replace(/^_/, 'GATEHOUSE__'), text]);
  return checkConfig(SECTIONS, file, readEnvironment(Object.fromEntries(names) as NodeJS.ProcessEnv));
};
const problemsOf = (variables: Record<string, string>, file?: Record<string, unknown>): string => {
  try {
    load(variables, file);
    return '';
  } catch (error) {
    if (error instanceof ConfigInvalidError) return formatProblems(error);
    throw error;
  }
};

describe('settings by environment', () => {
  it('override the file, whatever their type', () => {
    const file = {
      gateway: { port: 1, host: '::1' },
      channels: { toy: { accounts: { home: { serverUrl: 'a' } } } },
    };
    const sut = load(
      {
        _GATEWAY__PORT: '8080',
        _GATEWAY__TRUSTED_PROXIES: "['10.0.0.0/8',]",
        _GATEWAY__TRUSTED_PROXIES__1: '::1',
        _MESSAGES__RESPONSE_PREFIX: '{ "as": 1 }',
        _CHANNELS__TOY__CLOUD__HOST: '12',
        _CHANNELS__TOY__KEY_FILE: '/k',
        _CHANNELS__TOY__ACCOUNTS__HOME__SERVER_URL: 'b',
        _CHANNELS__TOY__ACCOUNTS__WORK: '{ serverUrl: "c" }',
        TOY_APP: 'own',
      },
      file,
    );
    expect(sut.get(GATEWAY)).toMatchObject({
      port: 8080,
      host: '::1',
      trustedProxies: ['10.0.0.0/8', '::1'],
    });
    expect(sut.get(MESSAGES).responsePrefix).toBe('{ "as": 1 }');
    expect(sut.get(TOY)).toMatchObject({ cloud: { host: '12' }, keyFile: '/k', app: 'own' });
    expect(sut.get(TOY).accounts).toMatchObject({ home: { serverUrl: 'b' }, work: { serverUrl: 'c' } });
    expect(sourcesOf(sut)).toMatchObject({
      'gateway.host': 'file',
      'gateway.port': 'GATEHOUSE__GATEWAY__PORT',
      'channels.toy.accounts.work': 'GATEHOUSE__CHANNELS__TOY__ACCOUNTS__WORK',
      'channels.toy.app': 'TOY_APP',
    });
    expect(sut.present('gateway.port')).toBe(true);
  });

  it('change and extend the list in force, also the default one', () => {
    const idsOf = (variables: Record<string, string>, file?: Record<string, unknown>) =>
      load(variables, file)
        .get(AGENTS)
        .list.map(({ id, systemPrompt }) => [id, systemPrompt]);
    const changed = { _AGENTS__LIST__0__SYSTEM_PROMPT: '5', _AGENTS__LIST__1__ID: 'two' };
    expect(idsOf(changed)).toEqual([
      ['main', '5'],
      ['two', undefined],
    ]);
    expect(idsOf(changed, { agents: { list: [{ id: 'one' }, { id: 'x', systemPrompt: 'y' }] } })).toEqual([
      ['one', '5'],
      ['two', 'y'],
    ]);
    expect(idsOf({ ...changed, _AGENTS__LIST: '[{ id: "a" }]' })).toEqual([
      ['a', '5'],
      ['two', undefined],
    ]);
    const ids = Array.from({ length: 12 }, (_, n) => `agent-${n}`);
    const many = Object.fromEntries(ids.map((id, n) => [`_AGENTS__LIST__${n}__ID`, id]));
    expect(idsOf(many).map(([id]) => id)).toEqual(ids);
    expect(problemsOf({ _AGENTS__LIST__3__ID: 'x' })).toContain(
      'GATEHOUSE__AGENTS__LIST__3__ID: the list has 1 item (it sets agents.list[3])',
    );
  });

  it('find map names by their spelling, and create new ones in lower case or as written', () => {
    const file = {
      channels: { toy: { headers: { 'X-Api-Key': 'a' }, accounts: { myHome: {}, 'my-home': {} } } },
    };
    const sut = load(
      {
        _CHANNELS__TOY__HEADERS__X_API_KEY: 'b',
        _CHANNELS__TOY__HEADERS__OTHER_ONE: 'c',
        '_CHANNELS__TOY__HEADERS__x-third': 'd',
        _CHANNELS__TOY__ACCOUNTS__myHome__PASSWORD: 'e',
      },
      file,
    ).get(TOY);
    expect(sut.headers).toEqual({ 'X-Api-Key': 'b', other_one: 'c', 'x-third': 'd' });
    expect(sut.accounts.myHome?.password).toBe('e');
    expect(problemsOf({ _CHANNELS__TOY__ACCOUNTS__MY_HOME__PASSWORD: 'x' }, file)).toContain(
      'GATEHOUSE__CHANNELS__TOY__ACCOUNTS__MY_HOME__PASSWORD: matches 2 names in channels.toy.accounts',
    );
  });

  it('read a secret from the file its twin names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-layer-'));
    const path = join(folder, 'secret');
    writeFileSync(path, 'hunter2\n');
    const sut = load({ _CHANNELS__TOY__PASSWORD_FILE: path, _CHANNELS__TOY__HEADERS__X_KEY_FILE: path });
    expect(sut.get(TOY)).toMatchObject({ password: 'hunter2', headers: { x_key: 'hunter2' } });
    expect(sut.masked()).toMatchObject({ channels: { toy: { password: '********' } } });
    expect(sourcesOf(sut)['channels.toy.password']).toBe('GATEHOUSE__CHANNELS__TOY__PASSWORD_FILE');
    rmSync(folder, { recursive: true });
  });

  it.each<[Record<string, string>, string]>([
    [{ _GATEWAY__PORT: 'hunter2' }, 'gateway.port: must be a number (set by GATEHOUSE__GATEWAY__PORT)'],
    [
      { _GATEWAY__TLS: '{ certFil: 1 }' },
      'unknown setting, did you mean "certFile"? (set by GATEHOUSE__GATEWAY__TLS)',
    ],
    [{ _GATEWAY__TLS: '{ hunter2' }, 'gateway.tls: is not valid JSON5 (set by GATEHOUSE__GATEWAY__TLS)'],
    [
      { _GATEWAY__TLS: '{a:'.repeat(40) + '1' + '}'.repeat(40) },
      'gateway.tls: is nested more than 32 levels deep (set by',
    ],
    [{ _GATEWAY__TRUSTED_PROXIES: 'hunter2' }, 'gateway.trustedProxies: must be a list (set by'],
    [{ _CHANNELS__TOY__CLOUD: 'pub' }, 'must be an object or one of public; it is "pub" (set by'],
    [
      { _CHANNELS__IMBRIDGE__DM_POLICY: 'allow' },
      'channels.imbridge.dmPolicy: must be one of pairing, allowlist, open, disabled; it is "allow" (set by',
    ],
    [
      { _CHANNELS__TOY__PASSWORD_FILE: '/hunter2' },
      'TOY__PASSWORD_FILE: the file it names cannot be read (ENOENT) (it sets channels.toy.password)',
    ],
    [
      { _CHANNELS__TOY__PASSWORD: 'hunter2', _CHANNELS__TOY__PASSWORD_FILE: '/x' },
      'TOY__PASSWORD_FILE, not both',
    ],
    [
      { _CHANNELS__TOY__APP: 'hunter2', TOY_APP: 'x' },
      'TOY_APP: set either TOY_APP or GATEHOUSE__CHANNELS__TOY__APP',
    ],
    [
      { _GATEWAY__PROT: '1' },
      'GATEHOUSE__GATEWAY__PROT: does not name a setting, did you mean "GATEHOUSE__GATEWAY__PORT"?',
    ],
    [{ _gateway__port: '1' }, 'did you mean "GATEHOUSE__GATEWAY__PORT"?'],
    [{ _GATWAY__PORT: '1' }, 'did you mean "GATEHOUSE__GATEWAY__PORT"?'],
    [{ _CHANNELS__IMBRIGDE__SERVER_URL: 'x' }, 'did you mean "GATEHOUSE__CHANNELS__IMBRIDGE__SERVER_URL"?'],
    [{ _CHANNELS__TOY__SERVERURL_FILE: 'x' }, 'SERVERURL_FILE: does not name a setting'],
    [{ _CHANNELS__TOY__PASWORD_FILE: 'x' }, 'did you mean "GATEHOUSE__CHANNELS__TOY__PASSWORD_FILE"?'],
    [{ _CHANNELS: '{}' }, 'GATEHOUSE__CHANNELS: does not name a setting'],
    [{ _AGENTS__LIST__FIRST__ID: 'x' }, 'does not name a setting'],
    [{ _GATEWAY__PORT__0: '1' }, 'does not name a setting'],
    [{ _CHANNELS__TOY__ACCOUNTS____PASSWORD: 'x' }, 'does not name a setting'],
    [{ _CHANNELS__TOY__ACCOUNTS__CONSTRUCTOR__PASSWORD: 'x' }, 'this name is not allowed'],
  ])('%j is refused by name, without the value of a secret', (variables, message) => {
    const text = problemsOf(variables);
    expect(text).toContain('has 1 problem:');
    expect(text).toContain(message);
    expect(text).not.toContain('hunter2');
  });

  it('do not replace a plain value where the file needs an object', () => {
    expect(problemsOf({ _GATEWAY__PORT: '1' }, { gateway: 5 })).toContain('  gateway: must be an object');
  });

  it('count as not set when empty', () => {
    expect(load({ _GATEWAY__PORT: '', _NO__SUCH: '' }).get(GATEWAY).port).toBe(3000);
  });

  it('have one name for each setting, which is read back as that setting', () => {
    const paths = describeSettings(ALL_SECTIONS).map(({ path }) => path);
    const names = paths.map((path) =>
      variableOfRow(path).replaceAll('<n>', '0').replaceAll('<name>', 'NAME'),
    );
    expect(new Set(names).size).toBe(names.length);
    const read = names.map((name) => settingNamedBy(ALL_SECTIONS, name, {}));
    const steps = read.map((named) => ('steps' in named ? named.steps.map(String) : named.message));
    expect(steps).toEqual(
      paths.map((path) => path.replaceAll('[]', '.0').replaceAll('<name>', 'name').split('.')),
    );
  });
});
