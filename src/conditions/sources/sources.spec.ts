import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { makeCertificate } from '../../../test/support/certificate.js';
import type { ConnectorRegistry } from '../../channels/index.js';
import {
  ALERTS,
  AlertsConfig,
  CORE_SECTIONS,
  type GatehouseConfig,
  loadConfig,
  readEnvironment,
} from '../../config/index.js';
import type { AgentTools, AgentView, Assistants, ReasonTable } from '../../operator/index.js';
import type { ChannelHost } from '../../inbound/index.js';
import type { Mcp } from '../../mcp/index.js';
import type { Webhooks } from '../../webhooks/index.js';
import type { Database } from '../../persistence/index.js';
import { lastBackupFile } from '../../persistence/index.js';
import { type Alert, alertsAmong, type ConditionSource, type HasConditions } from '../condition.js';
import { Conditions } from '../conditions.service.js';
import { examineDisk } from '../host/disk.check.js';
import { AccountConditions } from './account-conditions.js';
import { AgentConditions } from './agent-conditions.js';
import { HostConditions } from './host-conditions.js';
import { ToolConditions } from './tool-conditions.js';
import { WebhookConditions } from './webhook-conditions.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let stateDir: string;
let clock: FakeClock;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-alerts-'));
  clock = new FakeClock(Date.now());
});
afterEach(() => rmSync(stateDir, { recursive: true }));

function configOf(raw: object): GatehouseConfig {
  writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(raw));
  return loadConfig(CORE_SECTIONS, readEnvironment({ GATEHOUSE_STATE_DIR: stateDir }));
}
/** The alerts of all its sources, due or not. */
async function alertsOf({ sources }: HasConditions, config = new AlertsConfig()): Promise<readonly Alert[]> {
  const found = await Promise.all(sources.map(({ find }) => find(AbortSignal.timeout(10_000))));
  return alertsAmong(found.flat(), clock.now(), config);
}
/** `account-down due`, `bad-credentials` for one that is not. */
const shown = (alerts: readonly Alert[]) => alerts.map(({ code, isDue }) => `${code}${isDue ? ' due' : ''}`);

describe('an account', () => {
  const found = async (state: object | undefined, minutes = 5) => {
    const connector = { channel: 'imbridge', accounts: () => [{ account: 'default' }] };
    const sut = new AccountConditions(
      { all: () => [connector] } as unknown as ConnectorRegistry,
      { status: async () => new Map(state ? [['imbridge/default', state]] : []) } as unknown as ChannelHost,
      { explain: () => undefined } as unknown as ReasonTable,
    );
    return shown(await alertsOf(sut, Object.assign(new AlertsConfig(), { channelDownMinutes: minutes })));
  };

  it.each([
    ['transient-disconnect', 4 * MINUTE, ['bad-credentials', 'account-down']],
    ['transient-disconnect', 5 * MINUTE, ['bad-credentials', 'account-down due']],
    ['connecting', 0, ['bad-credentials', 'account-down']],
    ['error', 0, ['bad-credentials', 'account-down due']],
    ['bad-credentials', 0, ['bad-credentials due', 'account-down']],
    ['degraded', 9 * MINUTE, []],
  ])('that is %s for %i ms has %j', async (status, forMs, expected) => {
    expect(await found({ status, since: clock.now() - forMs })).toEqual(expected);
  });

  it('is not due before the first report, and with 0 minutes at once after it', async () => {
    expect(await found(undefined, 0)).toEqual(['bad-credentials', 'account-down']);
    expect(await found({ status: 'connecting', since: clock.now() }, 0)).toContain('account-down due');
  });
});

describe('the model of an agent', () => {
  const found = async (agent: Partial<AgentView>) => {
    const view = { id: 'main', state: 'ok', passedOver: [], setting: null, remedy: null, ...agent };
    const assistants = { agents: () => [view] } as unknown as Assistants;
    const config = Object.assign(new AlertsConfig(), { modelFailingMinutes: 3 });
    return alertsOf(new AgentConditions(assistants, clock), config);
  };
  const failed = (model: string, sinceMs: number, untilMs: number) => ({
    ...({ runtime: 'ollama', model, reason: 'it answered 529' } as const),
    since: clock.now() + sinceMs,
    until: clock.now() + untilMs,
  });

  it('that answers is well, and one that was not asked yet cannot be told', async () => {
    expect(await found({})).toEqual([]);
    expect(shown(await found({ state: 'unknown' }))).toEqual(['model-failing', 'model-passed-over']);
  });

  it('that fails is due after its minutes', async () => {
    const failing = (minutes: number) => found({ state: 'failing', since: clock.now() - minutes * MINUTE });
    expect(shown(await failing(2))).toEqual(['model-failing']);
    expect(shown(await failing(3))).toEqual(['model-failing due']);
  });

  it('that is passed over is due after its minutes, and stays known once it may be asked again', async () => {
    const [old, newer] = [failed('a', -3 * MINUTE, MINUTE), failed('b', -MINUTE, MINUTE)];
    const both = await found({ passedOver: [newer, old] });
    expect(both).toMatchObject([{ isDue: true, since: old.since, subject: 'main' }]);
    expect(both[0]!.message).toBe('agent main skips b: it answered 529; a: it answered 529');
    expect(shown(await found({ passedOver: [newer] }))).toEqual(['model-passed-over']);
    expect(shown(await found({ passedOver: [failed('a', -9 * MINUTE, -1)] }))).toEqual(['model-passed-over']);
  });
});

it('an MCP server is due after a minute, and cannot be told before the first attempt', async () => {
  const found = async (state: object | undefined) =>
    shown(
      await alertsOf(
        new ToolConditions(
          { views: () => [{ name: 'files', state, withheld: [] }] } as unknown as Mcp,
          { counts: async () => [] } as unknown as AgentTools,
        ),
      ),
    );
  expect(await found({ isUp: true, since: 0 })).toEqual([]);
  expect(await found({ isUp: undefined, since: clock.now() - HOUR })).toEqual(['mcp-server-down']);
  expect(await found({ isUp: false, since: clock.now() - MINUTE + 1 })).toEqual(['mcp-server-down']);
  expect(await found({ isUp: false, since: clock.now() - MINUTE })).toEqual(['mcp-server-down due']);
});

it('an agent with tools that a model does not get has one alert, since the first refusal', async () => {
  const problem = { server: 'files', model: 'gpt', detail: 'it is odd' };
  const unfit = [
    { ...problem, tool: 'a' },
    { ...problem, tool: 'b', since: 7 },
    { ...problem, tool: 'c', since: 5 },
  ];
  const counts = [
    { agent: 'main', unfit, leftOut: new Map() },
    { agent: 'other', unfit: [], leftOut: new Map() },
  ];
  const sut = new ToolConditions(
    { views: () => [] } as unknown as Mcp,
    { counts: async () => counts } as unknown as AgentTools,
  );
  expect(await alertsOf(sut)).toMatchObject([
    {
      code: 'mcp-tools-unfit',
      subject: 'main',
      since: 5,
      isDue: true,
      setting: 'mcp.servers.files',
      message: expect.stringContaining('gpt: files.b, it is odd') as string,
      remedy: expect.stringContaining('of agent main; `gatehouse mcp tools files`') as string,
    },
  ]);
});

describe('a webhook', () => {
  const found = (webhook: object) => {
    const view = {
      id: 'crm',
      state: 'on',
      failingSince: null,
      lastFailure: 'HTTP 500',
      waiting: 2,
      dead: 0,
      ...webhook,
    };
    return alertsOf(new WebhookConditions({ list: async () => [view] } as unknown as Webhooks));
  };
  const failing = (minutes: number) =>
    found({ state: 'failing', failingSince: clock.now() - minutes * MINUTE });

  it('that takes messages is well, and one that fails is due after a quarter of an hour', async () => {
    expect(await found({})).toEqual([]);
    expect(shown(await failing(14))).toEqual(['webhook-failing']);
    expect(await failing(15)).toMatchObject([
      {
        code: 'webhook-failing',
        isDue: true,
        subject: 'crm',
        since: clock.now() - 15 * MINUTE,
        message: 'the webhook crm fails: HTTP 500; 2 wait',
        remedy: expect.stringContaining('gatehouse webhooks test crm'),
      },
    ]);
  });

  it('that is off is due at once, and does not fail besides', async () => {
    const off = await found({ state: 'off', failingSince: 1, lastFailureAt: 2 });
    expect(shown(off)).toEqual(['webhook-off due']);
    expect(off).toMatchObject([{ since: 2, remedy: expect.stringContaining('gatehouse webhooks on crm') }]);
  });
});

describe('the machine', () => {
  // The disk of the tests is what it is.
  const ROOMY = { diskFreePercent: 0 };
  const found = async (raw: { alerts?: object; gateway?: object }) => {
    const config = configOf({ ...raw, alerts: { ...ROOMY, ...raw.alerts } });
    const all = await alertsOf(new HostConditions(config, clock), config.get(ALERTS));
    return shown(all.filter(({ code }) => code !== 'disk-nearly-full'));
  };

  it('has no alert about backups unless a setting asks for it', async () => {
    clock.advance(1_000 * HOUR);
    expect(await found({})).toEqual([]);
    const alerts = { backupAgeHours: 26 };
    expect(await found({ alerts })).toEqual(['backup-old due']);
    const at = new Date(clock.now() - 25 * HOUR);
    writeFileSync(lastBackupFile(stateDir), JSON.stringify({ at, file: 'x', rows: 1 }));
    expect(await found({ alerts })).toEqual([]);
    clock.advance(HOUR);
    expect(await found({ alerts })).toEqual(['backup-old due']);
  });

  it('has a certificate that ends within its days, or cannot be used', async () => {
    const files = makeCertificate(stateDir, 'a', 'ec', 30);
    expect(await found({ gateway: { tls: files } })).toEqual([]);
    expect(await found({ gateway: { tls: files }, alerts: { certificateDays: 40 } })).toEqual([
      'certificate-ending due',
    ]);
    const config = configOf({ gateway: { tls: files }, alerts: ROOMY });
    writeFileSync(files.certFile, 'nonsense');
    const all = await alertsOf(new HostConditions(config, clock), config.get(ALERTS));
    expect(shown(all).filter((each) => each.startsWith('certificate'))).toEqual(['certificate-unusable due']);
  });

  it.each([
    [0.049, ['disk-nearly-full due']],
    [0.059, ['disk-nearly-full']],
    [0.061, []],
  ])('with %d of its disk free has %j, for less than 5 percent', async (freeShare, expected) => {
    const room = { freeBytes: 2_000 * 1_048_576, freeShare };
    const found = await examineDisk(stateDir, 5, async () => room);
    expect(shown(alertsAmong(found, clock.now(), new AlertsConfig()))).toEqual(expected);
  });
});

describe('all sources', () => {
  const source = (
    find: ConditionSource['find'],
    cost: ConditionSource['cost'] = 'memory',
  ): ConditionSource => ({
    codes: ['dead-letters'],
    cost,
    find,
  });
  const database = (ping: () => Promise<void>) => ({ dialect: 'sqlite', ping }) as unknown as Database;
  const up = database(async () => undefined);
  const conditions = (db: Database, ...sources: readonly ConditionSource[]) =>
    new Conditions([{ sources }], db, configOf({}), clock);

  it('that fail leave their codes unknown, and stop no other', async () => {
    const broken = source(() => Promise.reject(new Error('gone')));
    const sut = conditions(
      up,
      broken,
      source(async () => []),
    );
    expect(await sut.look()).toEqual({ alerts: [], unknown: new Set(['dead-letters']) });
  });

  it('that read the database are left out while it is away', async () => {
    const asked: string[] = [];
    const away = database(() => Promise.reject(new Error('gone')));
    const reading = source(async () => (asked.push('reading'), []), 'database');
    const sut = conditions(
      away,
      reading,
      source(async () => (asked.push('other'), [])),
    );
    const { alerts, unknown } = await sut.look();
    expect([shown(alerts), [...unknown], asked]).toEqual([
      ['database-unavailable due'],
      ['dead-letters'],
      ['other'],
    ]);
  });

  it('that ask a service, or have no code that is wanted, are not looked at', async () => {
    const asked: string[] = [];
    const dear = source(async () => (asked.push('service'), []), 'network');
    const other: ConditionSource = {
      codes: ['old-holds'],
      cost: 'memory',
      find: async () => (asked.push('holds'), []),
    };
    const sut = conditions(
      up,
      dear,
      other,
      source(async () => (asked.push('cheap'), [])),
    );
    await sut.look();
    await sut.look((code) => code === 'budget-reached');
    expect(asked).toEqual(['cheap']);
  });
});
