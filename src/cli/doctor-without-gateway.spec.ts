import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { cliWorld } from '../../test/support/cli-world.js';
import { freePort } from '../../test/support/free-port.js';

const { gateway, shell } = cliWorld();
/** No process has it. */
const GONE = 2 ** 22;
const TOKEN = 'gho_9x2m7q4w8r5t1v6z3k0n';

interface Report {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly id: string;
    readonly state: string;
    readonly message: string;
    readonly remedy: string | null;
  }[];
  readonly repairs?: readonly { readonly id: string; readonly problem: string | null }[];
}

beforeEach(async () => {
  shell.env = { ...shell.env, GATEHOUSE__GATEWAY__PORT: String(await freePort()) };
  shell.knows('http://127.0.0.1:9', GONE);
  shell.write('admin-token', TOKEN);
  for (const name of ['gateway.json', 'admin-token']) chmodSync(join(shell.stateDir, name), 0o600);
  chmodSync(shell.stateDir, 0o700);
});

/** The checks whose finding depends on the machine of the tests. */
const OF_THE_MACHINE = ['disk', 'file-system'];

const examine = async (...args: string[]): Promise<Report> =>
  JSON.parse((await shell.run('doctor', '--json', ...args)).stdout) as Report;
const faults = ({ checks }: Report) =>
  checks
    .filter(({ id, state }) => state !== 'ok' && !OF_THE_MACHINE.includes(id))
    .map(({ id, state, message }) => `${state} ${id}: ${message}`);

describe('doctor without a gateway', () => {
  it('says that none runs, looks at the machine, and deletes what a killed one left with --fix', async () => {
    const file = join(shell.stateDir, 'gateway.json');
    const report = await examine();
    expect(faults(report)).toEqual([
      expect.stringMatching(/^failed gateway: the gateway is not running/),
      `warning gateway: ${file} was left behind by a gateway that was killed`,
    ]);
    expect(report.checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['configuration', 'port', 'database', 'state-dir', 'modes', 'disk', 'backup']),
    );
    expect((await examine('--fix')).repairs).toEqual([
      { id: 'gateway', repair: `delete ${file}`, problem: null },
    ]);
    expect(existsSync(file)).toBe(false);
    expect(faults(await examine())).toHaveLength(1);
  });

  it('keeps the address of a gateway whose process and lock are there, and says that it hangs', async () => {
    const { InstanceLock } = await import('../persistence/sqlite/instance-lock.js');
    const lock = InstanceLock.acquire(join(shell.stateDir, 'gatehouse.db.lock'));
    chmodSync(join(shell.stateDir, 'gatehouse.db.lock'), 0o600);
    shell.knows('http://127.0.0.1:9', process.pid);
    try {
      const report = await examine('--fix');
      expect(faults(report)).toContainEqual(expect.stringMatching(/^failed gateway: process \d+: /));
      expect(existsSync(join(shell.stateDir, 'gateway.json'))).toBe(true);
    } finally {
      lock.release();
    }
  });

  it('names each problem of the configuration by its path, and the port that is taken', async () => {
    shell.write('gatehouse.json', '{ session: { dmScope: "none" }, gatway: {} }');
    const invalid = faults(await examine('--only', 'configuration'));
    expect(invalid).toEqual([
      expect.stringContaining('failed configuration: gatway: unknown setting'),
      expect.stringContaining('failed configuration: session.dmScope: must be one of'),
    ]);
    shell.write('gatehouse.json', '{ session: { dmScope: "none" } }');
    const [only] = (await examine('--only', 'configuration')).checks;
    expect(only).toMatchObject({ remedy: '`gatehouse config set session.dmScope VALUE`', fixable: false });
    shell.write('gatehouse.json', '{}');
    const other = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) =>
      other.listen(Number(shell.env.GATEHOUSE__GATEWAY__PORT), '127.0.0.1', resolve),
    );
    try {
      expect(faults(await examine('--only', 'port'))).toEqual([
        expect.stringMatching(/^failed port: .*another program listens there/),
      ]);
    } finally {
      other.close();
    }
  });

  it('comes with the command for a single problem of the configuration', async () => {
    const remedyFor = async (text: string) => {
      shell.write('gatehouse.json', text);
      return (await examine('--only', 'configuration')).checks.map(({ remedy }) => remedy);
    };
    expect(await remedyFor('{ session: { dmScope: "none" } }')).toEqual([
      '`gatehouse config set session.dmScope VALUE`',
    ]);
    expect(await remedyFor('{ gatway: {} }')).toEqual(['`gatehouse config unset gatway`']);
    expect(await remedyFor('{ gatway')).toEqual([expect.stringContaining('`gatehouse config validate`')]);
    shell.env.GATEHOUSE__SESSION__DM_SCOPE = 'none';
    expect(await remedyFor('{}')).toEqual([expect.stringContaining('where the gateway is started')]);
  });

  it('refuses an id that no check has, as wrong usage', async () => {
    const { code, stderr } = await shell.run('doctor', '--only', 'nonsense');
    expect([code, stderr]).toEqual([2, expect.stringContaining('gateway, configuration, port')]);
  });
});

describe('doctor with a gateway that does not say how it is', () => {
  const gatewayOf = async () => (await examine()).checks.filter(({ id }) => id === 'gateway');

  beforeEach(() => {
    shell.knows(gateway.url);
    chmodSync(join(shell.stateDir, 'gateway.json'), 0o600);
  });

  it('of an older release looks at the machine', async () => {
    gateway.answers.set('GET /doctor', [404, { error: { code: 'NOT_FOUND', message: 'No.', details: '' } }]);
    expect(await gatewayOf()).toMatchObject([
      { state: 'warning', message: expect.stringContaining('has no doctor') },
    ]);
    const ids = (await examine()).checks.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['disk', 'modes']));
    expect(ids).not.toContain('port');
  });

  it('and refuses the token says so', async () => {
    shell.write('admin-token', 'gho_another7w8r5t1v6z3k0n');
    expect(await gatewayOf()).toMatchObject([
      { state: 'unknown', message: expect.stringContaining('rejected the admin token') },
    ]);
  });

  it('is none of ours when it has told no address: another program has the port', async () => {
    rmSync(join(shell.stateDir, 'gateway.json'));
    shell.env.GATEHOUSE__GATEWAY__PORT = new URL(gateway.url).port;
    const found = faults(await examine());
    expect(found).toContainEqual(expect.stringMatching(/^failed port: .*another program listens there/));
    expect(found).toContainEqual(expect.stringMatching(/^failed gateway: /));
  });
});

/** A configuration that someone saves while the doctor is at work. */
interface Edit {
  readonly content: Buffer;
  readonly afterMs: number;
}

describe('doctor --fix', () => {
  const value = fc.jsonValue({ maxDepth: 2 });
  const valid = fc.constantFrom(
    '{}',
    '// ours\n{ session: { dmScope: "per-sender" } }',
    "{ gateway: { host: '::1', }, }",
  );
  const broken = fc.oneof(
    fc.string(),
    value.map((each) => JSON.stringify(each)),
    fc
      .dictionary(fc.constantFrom('gateway', 'session', 'agents', 'chanels'), value)
      .map((each) => JSON.stringify(each)),
    valid.map((text) => text.slice(0, -1)),
  );
  const bytes = fc.oneof(
    fc.oneof(valid, broken).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 50 }).map((array) => Buffer.from(array)),
  );

  it('leaves the bytes of 200 configurations alone, valid and broken ones and those saved meanwhile', async () => {
    const file = join(shell.stateDir, 'gatehouse.json');
    /** As an editor does, with a new file in the place of the old one. */
    const save = async ({ content, afterMs }: Edit) => {
      await pause(afterMs);
      writeFileSync(`${file}.draft`, content);
      renameSync(`${file}.draft`, file);
    };
    const leaves = async (content: Buffer, edit: Edit | undefined) => {
      writeFileSync(file, content);
      chmodSync(file, 0o644);
      mkdirSync(join(shell.stateDir, 'secrets'), { recursive: true });
      shell.knows('http://127.0.0.1:9', GONE);
      const [{ repairs = [] }] = await Promise.all([examine('--fix'), edit && save(edit)]);
      expect(repairs.map(({ id }) => id)).toEqual(expect.arrayContaining(['gateway']));
      expect(readFileSync(file).equals(edit?.content ?? content)).toBe(true);
      expect(readdirSync(shell.stateDir).filter((name) => name.startsWith('gatehouse.json'))).toHaveLength(1);
    };
    const edits = fc.option(fc.record({ content: bytes, afterMs: fc.nat(15) }), { nil: undefined });
    await fc.assert(fc.asyncProperty(bytes, edits, leaves), { numRuns: 200 });
  }, 60_000);
});
