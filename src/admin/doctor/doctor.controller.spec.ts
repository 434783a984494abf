import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdminApp, startAdminApp } from '../../../test/support/admin-app.js';
import type { ChannelConnector } from '../../channels/index.js';
import type { Check, Finding } from '../../common/index.js';

interface Answer {
  readonly ok: boolean;
  readonly checks: readonly { readonly id: string; readonly state: string; readonly message: string }[];
}

const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-doctor-'));
let sut: AdminApp;
let findings: readonly Finding[];

beforeAll(async () => {
  sut = await startAdminApp({ stateDir });
});
beforeEach(() => {
  sut.services.renew();
  findings = [];
  const check: Check = { id: 'webhook', run: async () => findings };
  const crash: Check = { id: 'helper', run: async () => Promise.reject(new Error('boom')) };
  const connector = {
    channel: 'imbridge',
    accounts: () => [{ account: 'default' }],
    checks: () => [check, crash],
  };
  sut.services.connectors.set('imbridge', connector as unknown as ChannelConnector);
});
afterAll(async () => {
  await sut.close();
  rmSync(stateDir, { recursive: true });
});

const examine = async (query = ''): Promise<Answer> => (await sut.call(`GET /doctor${query}`)).body as Answer;

describe('GET /doctor', () => {
  it('runs the checks of the machine, the gateway and the connectors', async () => {
    findings = [{ state: 'failed', message: 'no webhook', setting: 'gateway.publicUrl', remedy: 'Set it.' }];
    const { ok, checks } = await examine();
    expect(ok).toBe(false);
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['disk', 'dead-letters', 'unanswered', 'holds', 'loops', 'imbridge.webhook']),
    );
    expect(checks.find(({ id }) => id === 'imbridge.webhook')).toEqual({
      id: 'imbridge.webhook',
      state: 'failed',
      message: 'no webhook',
      setting: 'gateway.publicUrl',
      remedy: 'Set it.',
      fixable: false,
      repair: null,
    });
  });

  it('reports a check that crashes as unknown, and all others as they are', async () => {
    findings = [{ state: 'ok', message: 'registered' }];
    const { checks } = await examine('?only=imbridge');
    expect(checks).toMatchObject([
      { id: 'imbridge.webhook', state: 'ok' },
      { id: 'imbridge.helper', state: 'unknown', message: 'the check itself failed: boom' },
    ]);
  });

  it('is ok with warnings', async () => {
    sut.services.deliveries.countOpen.mockResolvedValue(new Map([['dead', 2]]));
    expect(await examine('?only=dead-letters')).toMatchObject({
      ok: true,
      checks: [{ state: 'warning', message: expect.stringContaining('2 outgoing messages') }],
    });
  });

  it.each([
    ['only=nonsense', 'only must be one of'],
    ['only=A%20b', 'only must be the id of a check'],
    ['all=true', 'all is unknown'],
  ])('refuses ?%s', async (query, details) => {
    const { status, body } = await sut.call(`GET /doctor?${query}`);
    expect(status).toBe(400);
    expect((body as { error: { details: string } }).error.details).toContain(details);
  });
});

describe('POST /doctor/repairs', () => {
  it('makes each repair, records it, and looks again', async () => {
    const broken = (change: string, apply: () => Promise<void>): Finding => ({
      state: 'failed',
      message: 'no webhook',
      repair: { change, apply },
    });
    const fails = broken('unregister the old one', async () => Promise.reject(new Error('ECONNREFUSED')));
    const works = broken('register the webhook', async () => {
      findings = [{ state: 'ok', message: 'registered' }];
    });
    findings = [fails, works];
    const { status, body } = await sut.call('POST /doctor/repairs', { only: 'imbridge.webhook' });
    expect([status, body]).toMatchObject([
      200,
      {
        ok: true,
        checks: [{ id: 'imbridge.webhook', state: 'ok', fixable: false }],
        repairs: [
          { id: 'imbridge.webhook', repair: 'unregister the old one', problem: 'ECONNREFUSED' },
          { id: 'imbridge.webhook', repair: 'register the webhook', problem: null },
        ],
      },
    ]);
    expect(sut.services.audit.record.mock.calls.map(([, , entry]) => entry)).toEqual([
      {
        action: 'doctor.repaired',
        subject: 'imbridge.webhook',
        details: { change: 'register the webhook' },
      },
    ]);
  });

  it('makes none where nothing is to be repaired', async () => {
    const { body } = await sut.call('POST /doctor/repairs', {});
    expect(body).toMatchObject({ repairs: [] });
    expect(sut.services.audit.record).not.toHaveBeenCalled();
  });
});
