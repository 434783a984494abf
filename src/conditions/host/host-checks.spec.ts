import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../../test/support/certificate.js';
import { runChecks } from '../../common/index.js';
import {
  CORE_SECTIONS,
  type Environment,
  GATEWAY,
  type GatehouseConfig,
  loadConfig,
} from '../../config/index.js';
import { lastBackupFile } from '../../persistence/index.js';
import { backupCheck } from './backup.check.js';
import { certificateCheck } from './certificate.check.js';
import { diskCheck } from './disk.check.js';
import { hostChecks } from './host-checks.js';

const DAY = 24 * 60 * 60_000;
const TOKEN = 'gho_9x2m7q4w8r5t1v6z3k0n';

let folder: string;
let environment: Environment;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-host-'));
  environment = { stateDir: join(folder, 'state'), configFile: join(folder, 'state/gatehouse.json') };
  mkdirSync(environment.stateDir, { mode: 0o700 });
  write('admin-token', TOKEN);
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string, mode = 0o600): string {
  const file = join(environment.stateDir, name);
  writeFileSync(file, text, { mode });
  chmodSync(file, mode);
  return file;
}

const configOf = (raw: object = {}) => {
  write('gatehouse.json', JSON.stringify(raw));
  return loadConfig(CORE_SECTIONS, environment);
};

/** The checks whose finding depends on the machine of the tests. */
const OF_THE_MACHINE = ['node', 'disk', 'file-system'];

/** The findings of the other checks that are not well: `modes: warning`. */
async function faults(now = Date.now(), config = configOf()): Promise<readonly string[]> {
  const results = await runChecks(hostChecks({ environment, config, now: () => now }));
  return results
    .filter(({ id, state }) => state !== 'ok' && !OF_THE_MACHINE.includes(id))
    .map(({ id, state }) => `${id}: ${state}`);
}

describe('the checks of the machine', () => {
  it('find nothing on a new gateway', async () => {
    const config = configOf();
    const results = await runChecks(hostChecks({ environment, config, now: () => Date.now() }));
    const ids = results.map(({ id }) => id);
    expect(ids).toEqual(['node', 'state-dir', 'file-system', 'modes', 'disk', 'backup', 'owner-token']);
    expect(await faults()).toEqual([]);
  });

  it('find before the first start that there is no folder, and nothing else', async () => {
    rmSync(environment.stateDir, { recursive: true });
    const config = loadConfig(CORE_SECTIONS, environment);
    expect(await faults(Date.now(), config)).toEqual(['state-dir: warning']);
  });

  it.each([
    ['24.21.0', 'warning', 'Node 24.21.0 has known security holes'],
    ['24.22.1', 'ok', 'Node 24.22.1 has no known security holes'],
  ])('examine the holes of Node %s', async (node, state, message) => {
    const host = { environment, config: configOf(), now: () => Date.now(), node };
    const found = (await runChecks(hostChecks(host))).filter(({ id }) => id === 'node');
    expect(found).toMatchObject([{ state, message: expect.stringContaining(message) }]);
  });

  it('find a file in the place of the folder', async () => {
    const config = configOf();
    rmSync(environment.stateDir, { recursive: true });
    writeFileSync(environment.stateDir, '');
    expect(await faults(Date.now(), config)).toContain('state-dir: failed');
  });

  it.each([
    ['short', 'hunter2', 'it has 7 characters'],
    ['monotonous', 'abababababababababab', 'it has too few different characters'],
    ['common', 'gatehouse-admin-token-123456', 'it is made of common words'],
    ['a secret of the configuration', 'q8w7e6r5t4z3u2i1o0', 'it is also a secret of the configuration'],
  ])('find a token that is %s, and do not show it', async (_, token, why) => {
    write('admin-token', token);
    const config = configOf({
      dataApi: {},
      agents: { list: [{ id: 'a', systemPrompt: 'q8w7e6r5t4z3u2i1o0' }] },
    });
    const [found] = (await runChecks(hostChecks({ environment, config, now: () => 0 }))).filter(
      ({ id }) => id === 'owner-token',
    );
    expect(found).toMatchObject({ state: 'warning', message: expect.stringContaining(why) });
    expect(JSON.stringify(found)).not.toContain(token);
  });

  it('find that the token is the password of the database, or shorter than the gateway trusts', async () => {
    const weakness = async (token: string, more: Partial<Environment>) => {
      write('admin-token', token);
      const host = { environment: { ...environment, ...more }, config: configOf(), now: () => 0 };
      const results = await runChecks(hostChecks(host));
      return results.find(({ id }) => id === 'owner-token')!.message;
    };
    expect(await weakness(TOKEN, { databaseUrl: `postgres://u:${TOKEN}@db/d` })).toContain(
      'also a secret of the configuration',
    );
    expect(await weakness(TOKEN.slice(0, -1), {})).toContain('it has 23 characters');
    expect(await weakness(TOKEN, {})).toBe('the owner token is hard to guess');
  });

  it('find that the backup is older than a week, or that there is none', async () => {
    const nextWeek = Date.now() + 8 * DAY;
    expect(await faults(nextWeek)).toEqual(['backup: warning']);
    writeFileSync(
      lastBackupFile(environment.stateDir),
      JSON.stringify({ at: new Date(nextWeek - DAY), file: 'x', rows: 1 }),
      { mode: 0o600 },
    );
    expect(await faults(nextWeek)).toEqual([]);
    expect(await faults(nextWeek + 7 * DAY)).toEqual(['backup: warning']);
  });

  it('find that the backup is older than its setting allows, also beside PostgreSQL', async () => {
    const config = configOf({ alerts: { backupAgeHours: 26 } });
    const inHours = (hours: number) => Date.now() + hours * 60 * 60_000;
    expect(await faults(inHours(25), config)).toEqual([]);
    expect(await faults(inHours(27), config)).toEqual(['backup: warning']);
    const beside = { ...environment, databaseUrl: 'postgres://db/d' };
    const stateOf = async (configured: GatehouseConfig) => {
      const host = { environment: beside, config: configured, now: () => inHours(27) };
      return (await runChecks([backupCheck(host)]))[0]!.state;
    };
    expect(await stateOf(configOf())).toBe('ok');
    expect(await stateOf(config)).toBe('warning');
  });

  it('find that backups by the gateway itself fail, or are overdue, while they are switched on', async () => {
    const at = new Date(Date.now() - 3 * DAY).toISOString();
    const failure = { since: at, at, reason: 'the disk is full' };
    const note = { at: new Date(Date.now() - 3 * DAY).toISOString(), file: 'x', rows: 1 };
    const daily = { backup: { everyHours: 24, folder: '/backups' } };
    write('last-backup.json', JSON.stringify(note));
    expect(await faults()).toEqual([]);
    expect(await faults(Date.now(), configOf(daily))).toEqual(['backup: warning']);
    write('last-backup.json', JSON.stringify({ ...note, at: new Date().toISOString(), failure }));
    expect(await faults()).toEqual([]);
    const host = { environment, config: configOf(daily), now: () => Date.now() };
    const found = (await runChecks(hostChecks(host))).find(({ id }) => id === 'backup');
    expect(found).toMatchObject({
      message: 'no backup was made: the disk is full',
      setting: 'backup.folder',
    });
  });

  it('take the age of the token, not of a folder that changes every day', async () => {
    const old = new Date(Date.now() - 30 * DAY);
    utimesSync(join(environment.stateDir, 'admin-token'), old, old);
    expect(await faults()).toEqual(['backup: warning']);
  });
});

describe('open modes', () => {
  it('are found and closed one by one; other files keep theirs', async () => {
    mkdirSync(join(environment.stateDir, 'secrets'), { mode: 0o755 });
    const config = configOf();
    const open = [
      write('admin-token', TOKEN, 0o644),
      write('secrets/key', 'k', 0o640),
      write('gatehouse.db', '', 0o604),
      ...['-shm', '-wal.damaged-2026', '.lock'].map((end) => write(`gatehouse.db${end}`, '', 0o640)),
    ];
    const other = write('notes.txt', '', 0o644);
    chmodSync(join(environment.stateDir, 'secrets'), 0o755);
    chmodSync(environment.stateDir, 0o750);
    const [check] = hostChecks({ environment, config, now: () => 0 }).filter(({ id }) => id === 'modes');
    const findings = await check!.run(AbortSignal.timeout(1_000));
    expect(findings).toHaveLength(8);
    for (const { repair } of findings) await repair!.apply(AbortSignal.timeout(1_000));
    const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);
    expect([...open.map(mode), mode(environment.stateDir), mode(other)]).toEqual([
      '600',
      '600',
      '600',
      '600',
      '600',
      '600',
      '700',
      '644',
    ]);
    expect(await check!.run(AbortSignal.timeout(1_000))).toMatchObject([{ state: 'ok' }]);
  });
});

describe('a link', () => {
  const opened = async () => {
    const [check] = hostChecks({ environment, config: configOf(), now: () => 0 }).filter(
      ({ id }) => id === 'modes',
    );
    return (await check!.run(AbortSignal.timeout(1_000))).map(({ message }) => message);
  };

  it('to a file elsewhere, which others may need, leaves its mode alone; one to a file of the gateway does not', async () => {
    mkdirSync(join(environment.stateDir, 'secrets'), { mode: 0o700 });
    const elsewhere = mkdtempSync(`${environment.stateDir}-elsewhere-`);
    const shared = join(elsewhere, 'authorities.pem');
    writeFileSync(shared, 'public', { mode: 0o644 });
    try {
      symlinkSync(shared, join(environment.stateDir, 'secrets/authorities.pem'));
      symlinkSync(elsewhere, join(environment.stateDir, 'media'));
      expect(await opened()).toEqual([expect.stringContaining('no file with secrets')]);
      symlinkSync(write('notes.txt', '', 0o644), join(environment.stateDir, 'secrets/own'));
      expect(await opened()).toEqual([expect.stringContaining('secrets/own has the mode 0644')]);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  it('to the folder of the gateway is as the folder', async () => {
    write('admin-token', TOKEN, 0o644);
    const real = `${environment.stateDir}-real`;
    renameSync(environment.stateDir, real);
    symlinkSync(real, environment.stateDir);
    try {
      expect(await opened()).toEqual([expect.stringContaining('admin-token has the mode 0644')]);
    } finally {
      rmSync(environment.stateDir);
      renameSync(real, environment.stateDir);
    }
  });
});

describe('an open configuration file', () => {
  const opened = async (raw: object) => {
    const config = configOf(raw);
    chmodSync(environment.configFile, 0o644);
    return faults(Date.now(), config);
  };
  const withKey = (apiKey: unknown) => ({
    agents: {
      list: [{ id: 'a', runtime: { type: 'openai-compatible', baseUrl: 'http://x', model: 'm', apiKey } }],
    },
  });

  it('is no fault while it has no secret itself', async () => {
    expect(await opened({ gateway: { port: 1 } })).toEqual([]);
    mkdirSync(join(environment.stateDir, 'secrets'), { mode: 0o700 });
    expect(await opened(withKey({ file: write('secrets/key', 'k') }))).toEqual([]);
  });

  it('is one with a secret in it, and where it cannot be told', async () => {
    expect(await opened(withKey('a key'))).toEqual(['modes: warning']);
    const results = await runChecks(hostChecks({ environment, config: undefined, now: () => Date.now() }));
    expect(results.filter(({ id }) => id === 'modes')).toMatchObject([{ state: 'warning' }]);
  });
});

describe('the disk', () => {
  const MB = 1_048_576;
  it.each([
    ['nearly full by its share', { freeBytes: 2_000 * MB, freeShare: 0.04 }, 'warning'],
    ['nearly full', { freeBytes: 400 * MB, freeShare: 0.5 }, 'warning'],
    ['full', { freeBytes: 10 * MB, freeShare: 0.001 }, 'failed'],
    ['roomy', { freeBytes: 2_000 * MB, freeShare: 0.06 }, 'ok'],
    ['one that does not tell', undefined, 'unknown'],
  ])('that is %s', async (_, room, state) => {
    const [found] = await runChecks([diskCheck('/state', 5, async () => room)]);
    expect(found).toMatchObject({ state });
  });

  it.each([
    [10, { freeBytes: 2_000 * MB, freeShare: 0.06 }, 'warning'],
    [0, { freeBytes: 400 * MB, freeShare: 0.001 }, 'ok'],
    [0, { freeBytes: 10 * MB, freeShare: 0.001 }, 'failed'],
  ])('has less than its setting of %i percent, or not: %j is %s', async (percent, room, state) => {
    const [found] = await runChecks([diskCheck('/state', percent, async () => room)]);
    expect(found).toMatchObject({ state });
  });
});

describe('the certificate', () => {
  const check = async (tls: object, at = Date.now()) => {
    const config = loadConfig(CORE_SECTIONS, environment);
    const found = await runChecks([certificateCheck(tlsConfig(config, tls), () => at)]);
    return found.map(({ state, message }) => `${state}: ${message.replaceAll(`${folder}/`, '')}`);
  };
  /** A configuration with certificate files that may be wrong: the loader would refuse some of them. */
  const tlsConfig = (config: ReturnType<typeof configOf>, tls: object) =>
    Object.assign(Object.create(config) as typeof config, {
      get: (section: typeof GATEWAY) => (section === GATEWAY ? { tls } : config.get(section)),
    });

  it('is none where none is served', async () => {
    expect(await check({})).toEqual([]);
  });

  it('is about to end, has ended, or begins later', async () => {
    const files = makeCertificate(folder, 'a');
    expect(await check(files)).toEqual([
      expect.stringMatching(/^warning: a\.cert\.pem is valid until \d{4}-/),
    ]);
    expect(await check(files, Date.now() + 2 * DAY)).toEqual([
      expect.stringMatching(/^failed: .* expired on/),
    ]);
    expect(await check(files, Date.now() - DAY)).toEqual([
      expect.stringMatching(/^failed: .* is valid from/),
    ]);
  });

  it('is valid for long, and ends with the first of its chain', async () => {
    const files = makeCertificate(folder, 'a', 'ec', 90);
    expect(await check(files)).toEqual([expect.stringMatching(/^ok: a\.cert\.pem is valid until/)]);
    expect(await check(files, Date.now() + 70 * DAY)).toEqual([expect.stringMatching(/^warning: /)]);
    const between = makeCertificate(folder, 'b', 'ec', 5);
    appendFileSync(files.certFile, readFileSync(between.certFile));
    expect(await check(files)).toEqual([expect.stringMatching(/^warning: a\.cert\.pem is valid until/)]);
    expect(await check(files, Date.now() + 6 * DAY)).toEqual([
      expect.stringMatching(/^failed: .* expired on/),
    ]);
  });

  it('has another key, or is none', async () => {
    const files = makeCertificate(folder, 'a');
    const { keyFile } = makeCertificate(folder, 'b');
    expect(await check({ ...files, keyFile })).toEqual(['failed: b.key.pem is not the key of a.cert.pem']);
    writeFileSync(files.certFile, 'nonsense');
    expect(await check(files)).toEqual([expect.stringMatching(/^failed: a\.cert\.pem cannot be used/)]);
    rmSync(files.certFile);
    expect(await check(files)).toEqual([
      expect.stringMatching(/^failed: a\.cert\.pem cannot be used: .*ENOENT/),
    ]);
  });
});
