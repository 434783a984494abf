import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { IsBoolean, IsInt, IsOptional } from 'class-validator';
import { freePort } from '../../../../test/support/free-port.js';
import { repairAll, type RepairOutcome, runChecks } from '../../../common/index.js';
import {
  CORE_SECTIONS,
  type Environment,
  loadConfig,
  Nested,
  readEnvironment,
  section,
  Setting,
} from '../../../config/index.js';
import { InstanceLock } from '../../../persistence/sqlite/instance-lock.js';
import { gatewayCheck } from './gateway.check.js';
import { isThere } from './gateway-process.js';
import { portCheck } from './port.check.js';

/** No process has it. */
const GONE = 2 ** 22;
const NOWHERE = 'http://127.0.0.1:9';

let folder: string;
let embedded: Environment;
let shared: Environment;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-gateway-check-'));
  embedded = readEnvironment({ GATEHOUSE_STATE_DIR: folder });
  shared = { ...embedded, databaseUrl: 'postgres://u@127.0.0.1:9/d' };
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string) => join(folder, name);
const address = (pid: number, url = NOWHERE) =>
  writeFileSync(file('gateway.json'), JSON.stringify({ url, pid }));
/** An hour ago this process did not run yet. */
const age = () => utimesSync(file('gateway.json'), Date.now() / 1_000 - 36_000, Date.now() / 1_000 - 36_000);

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  const lock = InstanceLock.acquire(file('gatehouse.db.lock'));
  try {
    return await work();
  } finally {
    lock.release();
  }
}

const checkIn = (environment: Environment) => gatewayCheck(environment, 'silence');
const found = async (environment: Environment) =>
  (await runChecks([checkIn(environment)])).map(
    ({ state, message }) => `${state}: ${message.replaceAll(folder, '')}`,
  );
async function repaired(environment: Environment): Promise<readonly string[]> {
  const outcomes: RepairOutcome[] = [];
  await repairAll([checkIn(environment)], (outcome) => outcomes.push(outcome));
  return outcomes.map(({ change, problem }) => `${change.replaceAll(folder, '')} ${problem ?? 'done'}`);
}

const AWAY = 'failed: silence';
const LEFT = 'warning: /gateway.json was left behind by a gateway that was killed';

describe('without an answer', () => {
  it('no gateway runs where there is no address', async () => {
    expect(await found(embedded)).toEqual([AWAY]);
    expect(await repaired(embedded)).toEqual([]);
  });

  it.each([
    ['whose process is gone', () => address(GONE)],
    [
      'whose process is another program since',
      () => {
        address(process.pid);
        age();
      },
    ],
    ['that no gateway has written', () => writeFileSync(file('gateway.json'), '{"url":')],
  ])('an address %s is left over, and is deleted', async (_, write) => {
    for (const environment of [embedded, shared]) {
      write();
      expect(await found(environment)).toEqual([AWAY, LEFT]);
      expect(await repaired(environment)).toEqual(['delete /gateway.json done']);
      expect(await found(environment)).toEqual([AWAY]);
    }
  });

  it('an address that a starting gateway writes meanwhile stays', async () => {
    address(GONE);
    const [, left] = await checkIn(embedded).run(AbortSignal.timeout(5_000));
    address(process.pid);
    await left!.repair!.apply(AbortSignal.timeout(5_000));
    expect(existsSync(file('gateway.json'))).toBe(true);
  });

  it('a gateway hangs that has the lock, even where its process is not seen', async () => {
    for (const pid of [process.pid, GONE]) {
      address(pid);
      await withLock(async () => {
        expect(await found(embedded)).toEqual([`failed: process ${pid}: silence`]);
        expect(await repaired(embedded)).toEqual([]);
      });
    }
  });

  it('a gateway without an address has the lock while it starts', async () => {
    await withLock(async () =>
      expect(await found(embedded)).toEqual(['failed: a process has the database open: silence']),
    );
  });

  it('a gateway beside PostgreSQL hangs whose process is there, or whose listener is', async () => {
    address(process.pid);
    expect(await found(shared)).toEqual([`failed: process ${process.pid}: silence`]);
    const port = await freePort();
    const listener = createServer().listen(port, '127.0.0.1');
    await once(listener, 'listening');
    address(GONE, `http://127.0.0.1:${port}`);
    try {
      expect(await found(shared)).toEqual([`failed: process ${GONE}: silence`]);
    } finally {
      listener.close();
    }
  });

  it('a lock that is none keeps every gateway away, and is deleted', async () => {
    writeFileSync(file('gatehouse.db.lock'), 'this is no lock, and long enough to be looked at '.repeat(20));
    expect(await found(embedded)).toEqual([
      AWAY,
      'failed: /gatehouse.db.lock is not a lock file, so no gateway can start',
    ]);
    expect(await repaired(embedded)).toEqual(['delete /gatehouse.db.lock done']);
    await withLock(async () => expect(existsSync(file('gatehouse.db.lock'))).toBe(true));
  });
});

class WebhookConfig {
  @Setting({ doc: 'Port.' })
  @IsInt()
  port = 3978;
}

class PostboxConfig {
  @Setting({ doc: 'Whether it is used.' })
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;

  @Nested(() => WebhookConfig)
  webhook = new WebhookConfig();
}
const SECTIONS = [...CORE_SECTIONS, section('channels.postbox', PostboxConfig)];

describe('the ports of the next start', () => {
  let taken: number;
  let free: number;
  const other = createServer();
  beforeAll(async () => {
    taken = await freePort();
    free = await freePort();
    await once(other.listen(taken, '127.0.0.1'), 'listening');
  });
  afterAll(() => other.close());

  const ports = async (port: number, postbox?: object) => {
    const raw = { gateway: { port }, channels: postbox ? { postbox } : {} };
    writeFileSync(file('gatehouse.json'), JSON.stringify(raw));
    const config = loadConfig(SECTIONS, embedded);
    const results = await runChecks([portCheck(config, () => isThere(embedded))]);
    return results.map(({ state, message, setting }) => [state, message, setting]);
  };
  const isTaken = (setting: string) => [
    'failed',
    `127.0.0.1:${taken} cannot be used: another program listens there`,
    setting,
  ];

  it('are free, or any', async () => {
    expect(await ports(free)).toEqual([['ok', `127.0.0.1:${free} is free`, undefined]]);
    expect(await ports(0)).toEqual([['ok', 'gateway.port: any free port is used', undefined]]);
  });

  it('are taken by another program: that of the gateway, and that of a channel', async () => {
    expect(await ports(taken)).toEqual([isTaken('gateway.port')]);
    expect(await ports(free, { webhook: { port: taken } })).toEqual([
      ['ok', `127.0.0.1:${free} is free`, undefined],
      isTaken('channels.postbox.webhook.port'),
    ]);
    expect(await ports(free, { webhook: { port: taken }, enabled: false })).toHaveLength(1);
  });

  it('are not looked at while a gateway that hangs has them', async () => {
    await withLock(async () => expect(await ports(taken)).toEqual([]));
  });

  it('cannot be told while the configuration is invalid', async () => {
    expect(await runChecks([portCheck(undefined, async () => false)])).toEqual([]);
  });
});
