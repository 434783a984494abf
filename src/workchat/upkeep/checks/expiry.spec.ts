import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { makeCertificate } from '../../../../test/support/certificate.js';
import { WorkplaceSimulator } from '../../../../simulators/index.js';
import { SystemClock } from '../../../common/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../../config/index.js';
import { settingsFrom, WORKCHAT_CONFIG } from '../../settings/workchat.config.js';
import { expiryFindings } from './expiry.js';
import { tokensOf } from './platform.js';

const DAY = 86_400_000;
const { signal } = new AbortController();

let folder: string;
let cloud: WorkplaceSimulator;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-expiry-'));
  cloud = await WorkplaceSimulator.start();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await cloud.stop();
});

/** @param inDays what the clock of this machine shows, days from now */
async function findings(workchat: object, inDays = 0) {
  const { appId, tenantId, cloud: addresses } = cloud.settings;
  const own = { appId, tenantId, cloud: addresses, ...workchat };
  const config = checkConfig(
    [...CORE_SECTIONS, WORKCHAT_CONFIG],
    { channels: { workchat: own } },
    readEnvironment({}),
  );
  const settings = settingsFrom(config)!;
  const clock = new FakeClock(Date.now() + inDays * DAY);
  return expiryFindings(tokensOf(settings, new SystemClock()), settings, clock, signal);
}

describe('the end of a certificate', () => {
  const withCertificate = (days: number) => {
    const { certFile, keyFile } = makeCertificate(folder, `bot-${days}`, 'ec', days);
    return { auth: { type: 'certificate', certificateFile: certFile, privateKeyFile: keyFile } };
  };

  it.each([
    { days: 60, inDays: 0, state: 'ok', message: /^the certificate .* expires on \d{4}-\d\d-\d\d$/ },
    { days: 20, inDays: 0, state: 'warning', message: /expires on/ },
    { days: 20, inDays: 21, state: 'failed', message: /expired on/ },
  ])('of $days days is $state after $inDays days', async ({ days, inDays, state, message }) => {
    const [found] = await findings(withCertificate(days), inDays);
    expect(found).toMatchObject({ state, message: expect.stringMatching(message) as string });
  });

  it('is reported with its setting and remedy', async () => {
    expect(await findings(withCertificate(1))).toMatchObject([
      {
        setting: 'channels.workchat.auth.certificateFile',
        remedy: expect.stringContaining('upload it') as string,
      },
    ]);
  });

  it('is not the only fault: it may not be valid yet, or unreadable', async () => {
    expect(await findings(withCertificate(60), -2)).toMatchObject([
      { state: 'failed', message: expect.stringContaining('is not valid until') as string },
    ]);
    const broken = withCertificate(60);
    writeFileSync(broken.auth.certificateFile, 'no certificate');
    expect(await findings(broken)).toMatchObject([
      { state: 'failed', message: expect.stringContaining('cannot be read') as string },
    ]);
  });
});

describe('the end of a client secret', () => {
  const appPassword = 'xyz-secret';
  beforeAll(() => {
    cloud.app.addSecret(appPassword);
    cloud.app.expireSecret(Date.now() + 10 * DAY);
  });

  it('is unknown where the app may not read its registration', async () => {
    expect(await findings({ appPassword })).toEqual([]);
  });

  it('is shown where allowed, and the secret is not', async () => {
    cloud.app.graphPermissions.add('Application.Read.All');
    const [near, far] = [
      await findings({ appPassword }),
      await findings({ appPassword: cloud.app.secrets[0]!.value }),
    ];
    expect([near, far]).toMatchObject([
      [{ state: 'warning', setting: 'channels.workchat.appPassword' }],
      [{ state: 'ok', message: 'the client secret expires on 2299-12-31' }],
    ]);
    expect(JSON.stringify(near)).not.toContain('xyz');
  });

  it('does not matter where there is none', async () => {
    const auth = { type: 'federated', tokenFile: join(folder, 'token') };
    expect(await findings({ auth })).toEqual([]);
  });
});
