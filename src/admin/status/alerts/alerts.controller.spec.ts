import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminApp, startAdminApp } from '../../../../test/support/admin-app.js';
import type { ChannelConnector } from '../../../channels/index.js';
import type { AccountState } from '../../../inbound/index.js';
import { ALERT_CODES, CONDITIONS } from '../../../conditions/index.js';
import { writeNote } from '../../../persistence/index.js';

const sut = adminApp();
const MINUTE = 60_000;

interface Body {
  readonly oldest_unanswered_seconds: number | null;
  readonly alerts: readonly {
    readonly code: string;
    readonly message: string;
    readonly since: string | null;
    readonly setting: string | null;
    readonly remedy: string | null;
  }[];
}
const status = async () => (await sut.call('GET /status')).body as Body;
const codes = async () => (await status()).alerts.map(({ code }) => code);
const ago = (ms: number) => Date.now() - ms;

/** An account in this state for so long. */
function account(state: Pick<AccountState, 'status' | 'reason'>, forMs: number): void {
  const connector = { channel: 'imbridge', accounts: () => [{ account: 'default' }] };
  sut.services.connectors.set('imbridge', connector as unknown as ChannelConnector);
  const place = { channel: 'imbridge', account: 'default', since: ago(forMs) };
  sut.services.host.status.mockResolvedValue(new Map([['imbridge/default', { ...place, ...state }]]));
}

describe('the alerts of GET /status', () => {
  it('are none on a healthy gateway', async () => {
    account({ status: 'connected' }, 1_000);
    expect(await status()).toMatchObject({ alerts: [], oldest_unanswered_seconds: null });
  });

  it.each([
    ['transient-disconnect', 30_000, []],
    ['transient-disconnect', 2 * MINUTE, ['account-down']],
    ['connecting', 2 * MINUTE, ['account-down']],
    ['error', 1_000, ['account-down']],
    ['bad-credentials', 1_000, ['bad-credentials']],
    ['logged-out', 1_000, ['bad-credentials']],
    ['degraded', 60 * MINUTE, []],
  ] as const)('of an account that is %s for %s ms are %j', async (state, forMs, expected) => {
    account({ status: state, reason: 'a reason' }, forMs);
    expect(await codes()).toEqual(expected);
  });

  it('say what is wrong, since when, the setting and the remedy', async () => {
    account({ status: 'bad-credentials', reason: 'the password is refused' }, MINUTE);
    expect((await status()).alerts).toEqual([
      {
        code: 'bad-credentials',
        subject: 'imbridge/default',
        message: 'imbridge/default is bad-credentials: the password is refused',
        since: expect.stringMatching(/Z$/),
        setting: 'channels.imbridge',
        remedy: CONDITIONS['bad-credentials'].remedy,
      },
    ]);
  });

  it('have the oldest message that waits for more than five minutes', async () => {
    sut.services.unanswered.find.mockResolvedValue({ acceptedAt: ago(4 * MINUTE), conversation: null });
    expect(await status()).toMatchObject({ alerts: [], oldest_unanswered_seconds: 240 });
    sut.services.unanswered.find.mockResolvedValue({ acceptedAt: ago(6 * MINUTE), conversation: null });
    const { alerts } = await status();
    expect(alerts).toMatchObject([{ code: 'oldest-unanswered', message: expect.stringContaining('6 min') }]);
    expect(Date.parse(alerts[0]!.since!)).toBeCloseTo(ago(6 * MINUTE), -4);
  });

  it('have dead letters since the oldest of them', async () => {
    sut.services.deliveries.countOpen.mockResolvedValue(new Map([['dead', 2]]));
    sut.services.deliveries.oldestDead.mockResolvedValue(60_000);
    expect((await status()).alerts).toMatchObject([
      {
        code: 'dead-letters',
        message: '2 outgoing messages failed for good',
        since: '1970-01-01T00:01:00.000Z',
      },
    ]);
  });

  it('have models that fail or are passed over, and budgets that are used up', async () => {
    const failed = { runtime: 'ollama' as const, model: 'm', reason: 'it answered 529' };
    const passedOver = [{ ...failed, since: ago(2 * MINUTE), until: Date.now() + MINUTE }];
    const agent = {
      id: 'main',
      isDefault: true,
      runtime: 'http' as const,
      passedOver,
      setting: null,
      remedy: null,
    };
    sut.services.assistants.agents.mockReturnValue([
      { ...agent, state: 'failing', reason: 'ECONNREFUSED', since: ago(2 * MINUTE) },
    ]);
    sut.services.budgets.usedRatios.mockResolvedValue(
      new Map([
        ['daily', 0.97],
        ['monthly', 0.4],
      ]),
    );
    expect((await status()).alerts.map(({ message }) => message)).toEqual([
      'the budget daily is at 97 %',
      'the model of agent main fails: ECONNREFUSED',
      'agent main skips m: it answered 529',
    ]);
  });

  it('have the database that is away, without asking it more', async () => {
    sut.services.database.ping.mockRejectedValue(new Error('disk gone'));
    expect(await codes()).toEqual(['database-unavailable']);
    expect(sut.services.budgets.usedRatios).not.toHaveBeenCalled();
  });

  it('are none of a model that has failed for less than two minutes', async () => {
    const failed = { runtime: 'ollama' as const, model: 'm', reason: 'it answered 529' };
    const passedOver = [{ ...failed, since: ago(MINUTE), until: Date.now() + MINUTE }];
    const about = { id: 'main', isDefault: true, runtime: 'http' as const, setting: null, remedy: null };
    sut.services.assistants.agents.mockReturnValue([
      { ...about, state: 'failing', since: ago(MINUTE), passedOver },
    ]);
    expect(await codes()).toEqual([]);
  });

  it('have backups that fail, since the first of them, while they are switched on', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-alerts-'));
    const since = '2026-01-31T00:00:00.000Z';
    const failure = { since, at: '2026-01-31T01:00:00.000Z', reason: 'the disk is full' };
    writeNote({ stateDir }, { failure, made: [] });
    const seen = async (config: object) => {
      writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(config));
      const { call, close } = await startAdminApp({ stateDir });
      const { body } = await call('GET /status');
      await close();
      return body as Body & { readonly backup: unknown };
    };
    expect((await seen({})).alerts).toEqual([]);
    const { alerts, backup } = await seen({ backup: { everyHours: 24, folder: '/backups' } });
    expect(alerts).toMatchObject([
      { code: 'backup-failing', message: 'no backup was made: the disk is full', since },
    ]);
    expect(backup).toEqual({
      last_at: null,
      file: null,
      next_at: expect.stringMatching(/Z$/),
      failing_since: since,
      reason: 'the disk is full',
    });
    rmSync(stateDir, { recursive: true });
  });

  it('each have a remedy', () => {
    for (const code of ALERT_CODES)
      expect([code, CONDITIONS[code].remedy]).toEqual([code, expect.stringMatching(/\.$|md\)$/)]);
  });
});

describe('GET /alerts', () => {
  it('has those that are open and those that are over', async () => {
    const open = {
      id: `alr_${'0'.repeat(26)}`,
      code: 'account-down',
      subject: 'imbridge/default',
      message: 'imbridge/default is error',
      since: 0,
      setting: null,
      remedy: 'Start it.',
      raisedAt: 60_000,
      absentSince: null,
      clearedAt: null,
    };
    const over = { ...open, absentSince: 120_000, clearedAt: 180_000 };
    sut.services.alerts.list.mockResolvedValue([open, over]);
    const { body } = await sut.call('GET /alerts?state=open&limit=5');
    expect(sut.services.alerts.list).toHaveBeenCalledWith({
      state: 'open',
      limit: 6,
      before: undefined,
    });
    expect((body as { items: object[] }).items).toMatchObject([
      { raised_at: '1970-01-01T00:01:00.000Z', cleared_at: null, lasted_seconds: null },
      { cleared_at: '1970-01-01T00:03:00.000Z', lasted_seconds: 120 },
    ]);
  });

  it('refuses a state that there is not', async () => {
    expect((await sut.call('GET /alerts?state=old')).status).toBe(400);
  });
});
