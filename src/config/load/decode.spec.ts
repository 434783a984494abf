import { IsIn, IsOptional, IsString, MinLength, ValidateBy } from 'class-validator';
import fc from 'fast-check';
import { section } from '../describe/section.js';
import { Nested, NestedMap, Setting } from '../describe/setting.decorator.js';
import { keyPath } from '../tree/path.js';
import { ConfigInvalidError, ConfigProblem, formatProblems } from '../tree/problem.js';
import { checkConfig } from './load-config.js';

class Account {
  @Setting({ doc: 'Where.' })
  @IsString()
  @MinLength(3)
  readonly serverUrl!: string;

  @Setting({ doc: 'Password.', secret: true })
  @IsOptional()
  @MinLength(8)
  readonly password?: string;
}

class Cloud {
  @Setting({ doc: 'Host.' })
  readonly host: string = 'h';
}

class Channel extends Account {
  override readonly serverUrl: string = 'default';

  @Setting({ doc: 'From the environment too.', env: 'CHANNEL_APP', secret: true })
  @IsOptional()
  readonly app?: string;

  @Setting({ doc: 'Mode.' })
  @IsIn(['one', 'two'])
  readonly mode: string = 'one';

  @Setting({ doc: 'A rule that tells too much.', secret: true })
  @IsOptional()
  @ValidateBy({ name: 'loud', validator: { validate: () => false, defaultMessage: () => '$value is bad' } })
  readonly loud?: string;

  @Nested(() => Cloud, { or: ['public'] })
  readonly cloud: Cloud | string = 'public';

  @NestedMap(() => Account)
  readonly accounts: Readonly<Record<string, Account>> = {};

  problems(): ConfigProblem[] {
    return this.password === this.serverUrl ? [new ConfigProblem('password', 'must differ')] : [];
  }
}

const CHANNEL = section('channels.test', Channel);

function check(test: unknown, variables: Record<string, string> = {}) {
  const variable = (name: string) => ({ value: variables[name], problems: [] });
  return checkConfig([CHANNEL], { channels: { test } }, { stateDir: '/s', configFile: '/c', variable });
}

function failure(test: unknown): string {
  try {
    check(test);
    return '';
  } catch (error) {
    return error instanceof ConfigInvalidError ? formatProblems(error) : String(error);
  }
}

describe('Decoder', () => {
  it('reads maps of objects, and skips entries that are null', () => {
    const sut = check({ accounts: { home: { serverUrl: 'http://x' }, gone: null } }).get(CHANNEL);

    expect(sut.accounts.home).toBeInstanceOf(Account);
    expect(Object.keys(sut.accounts)).toEqual(['home']);
    expect(sut.accounts.toString).toBeUndefined();
  });

  it('names the path of a problem inside a map', () => {
    expect(failure({ accounts: { home: { serverUrl: 5 } } })).toContain(
      'channels.test.accounts.home.serverUrl: must be',
    );
    expect(failure({ accounts: { home: 'x' } })).toContain('channels.test.accounts.home: must be an object');
    expect(failure({ accounts: { home: { serverUrls: 'x' } } })).toContain('did you mean "serverUrl"?');
    expect(failure({ accounts: [] })).toContain('channels.test.accounts: must be an object');
  });

  it.each(['$(id)', '`id`', 'a;b', 'a b', 'a\nb', '-x', '_x', '', 'ä', 'a/b', '..', 'a'.repeat(65)])(
    'refuses an account that is named %j, in every channel',
    (name) => {
      const accounts = { [name]: { serverUrl: 'http://x' }, 'My_home-2': { serverUrl: 'http://x' } };
      const lines = failure({ accounts }).split('\n').slice(1);
      expect(lines).toEqual([
        `  ${keyPath('channels.test.accounts', name)}: must be named by letters, digits, _ and -, at most 64`,
      ]);
    },
  );

  it('reports a forbidden name in a map once, and nothing inside it', () => {
    const own = Object.defineProperty({}, 'constructor', { value: { serverUrl: 5 }, enumerable: true });
    expect(failure({ accounts: own }).split('\n').slice(1)).toEqual([
      '  channels.test.accounts.constructor: this name is not allowed',
    ]);
  });

  it('accepts a name in place of an object', () => {
    expect(check({ cloud: 'public' }).get(CHANNEL).cloud).toBe('public');
    expect(check({ cloud: {} }).get(CHANNEL).cloud).toEqual({ host: 'h' });
    expect(failure({ cloud: 'pubic' })).toContain('channels.test.cloud: must be an object or one of public');
  });

  it('applies the environment over the file', () => {
    expect(check({ app: 'file' }, { CHANNEL_APP: 'env' }).get(CHANNEL).app).toBe('env');
    expect(check({ app: 'file' }).get(CHANNEL).app).toBe('file');
    expect(check(undefined, { CHANNEL_APP: 'env' }).get(CHANNEL).app).toBe('env');
  });

  it('applies the rules of inherited settings', () => {
    expect(failure({ password: 'short' })).toContain('channels.test.password: is not valid');
    expect(check({ password: 'long enough' }).get(CHANNEL).password).toBe('long enough');
  });

  it('applies the rules of a class across its fields', () => {
    expect(failure({ password: 'the same', serverUrl: 'the same' })).toContain(
      'channels.test.password: must differ',
    );
  });

  it('masks secrets at any depth', () => {
    const sut = check({
      password: 'long enough',
      accounts: { home: { serverUrl: 'abc', password: 'another one' } },
    });

    expect(sut.masked()).toEqual({
      channels: {
        test: {
          serverUrl: 'default',
          password: '********',
          mode: 'one',
          cloud: 'public',
          accounts: { home: { serverUrl: 'abc', password: '********' } },
        },
      },
    });
    expect(JSON.stringify(sut)).not.toMatch(/long enough|another one/);
  });

  it('lists the choices and the wrong value', () => {
    expect(failure({ mode: 'tw' })).toContain('channels.test.mode: must be one of one, two; it is "tw"');
    expect(failure({ cloud: 'pub' })).toContain(
      'channels.test.cloud: must be an object or one of public; it is "pub"',
    );
    expect(failure({ mode: 'x'.repeat(99) })).toContain(`it is "${'x'.repeat(39)}…`);
  });

  it('never puts a value that is or may hold a secret in a message', () => {
    const secret = fc.stringMatching(/^[ -~]{0,10}$/).map((text) => `hunter2${text}`);
    const places = fc.constantFrom('serverUrl', 'password', 'app', 'loud', 'accounts');
    const wrap = fc.constantFrom<(value: string) => unknown>(
      (value) => value,
      (value) => [value],
      (value) => ({ file: value }),
      (value) => ({ home: value }),
      (value) => ({ home: { serverUrl: [value], password: { file: value } } }),
    );
    fc.assert(
      fc.property(secret, places, wrap, (value, place, shape) => {
        expect(failure({ [place]: shape(value) })).not.toContain('hunter2');
      }),
    );
    expect(failure({ loud: 'hunter2' })).toContain('channels.test.loud: is not valid');
  });
});
