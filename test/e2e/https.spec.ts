import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { eventually } from '../support/eventually.js';
import { makeCertificate } from '../support/certificate.js';
import { spawnSync } from '../support/programs.js';
import { GatewayProcess } from './support/gateway-process.js';
import { programFile } from './support/program.js';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-https-'));
const certFile = join(folder, 'cert.pem');
const keyFile = join(folder, 'key.pem');
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a certificate to the configured path, as renewals do. */
function install(name: string): void {
  const made = makeCertificate(folder, name);
  copyFileSync(made.certFile, `${certFile}.new`);
  copyFileSync(made.keyFile, `${keyFile}.new`);
  renameSync(`${certFile}.new`, certFile);
  renameSync(`${keyFile}.new`, keyFile);
}

/** The name on the certificate presented to a new connection; the error's code without one. */
const shownBy = (url: string, maxVersion: SecureVersion = 'TLSv1.3') =>
  new Promise<string>((resolve) => {
    const { port } = new URL(url);
    const options = {
      port: Number(port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion,
      minVersion: 'TLSv1' as const,
    };
    const socket = connect({ ...options, ciphers: 'DEFAULT@SECLEVEL=0' }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
  });

const get = (url: string, path: string) =>
  new Promise<{ status: number; hsts: string | undefined }>((resolve, reject) => {
    secureRequest(url + path, { rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, hsts: answer.headers['strict-transport-security'] });
    })
      .on('error', reject)
      .end();
  });

describe('a gateway with its own TLS', () => {
  let gateway: GatewayProcess;
  beforeAll(async () => {
    install('first.example.org');
    gateway = new GatewayProcess({ gateway: { tls: { certFile, keyFile } } });
    await gateway.start();
  });
  afterAll(() => gateway.dispose());

  it('serves every path by https, with HSTS', async () => {
    expect(gateway.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await get(gateway.url, '/v1/nothing')).toEqual({ status: 404, hsts: 'max-age=31536000' });
    expect((await get(gateway.url, '/admin/v1/status')).status).toBe(401);
  });

  it('refuses TLS below 1.2', async () => {
    expect(await shownBy(gateway.url, 'TLSv1.2')).toBe('first.example.org');
    expect(await shownBy(gateway.url, 'TLSv1.1')).toMatch(/^E/);
  });

  it('is called by the command line, which trusts just that certificate', async () => {
    const status = await gateway.cli('status');
    expect([status.code, status.stderr]).toEqual([0, '']);
    const stranger = await gateway.cli('status', '--url', gateway.url, '--token', gateway.token);
    expect(stranger.code).toBe(1);
    expect(stranger.stderr).toMatch(/cannot be reached: .*certificate/);
  });

  it('uses a renewed certificate, and keeps the old one when the new one is broken', async () => {
    install('second.example.org');
    await eventually(async () => (await shownBy(gateway.url)) === 'second.example.org', {
      what: 'the new certificate',
    });
    writeFileSync(certFile, 'half a certif');
    await eventually(() => gateway.output.includes('the previous one stays in use'), {
      what: 'the complaint',
    });
    expect(await shownBy(gateway.url)).toBe('second.example.org');
    install('third.example.org');
    await eventually(async () => (await shownBy(gateway.url)) === 'third.example.org', {
      what: 'the third certificate',
    });
    expect((await gateway.cli('status')).code).toBe(0);
  });
});

it('a certificate that does not match its key ends the start with 78', () => {
  const [one, other] = [makeCertificate(folder, 'one'), makeCertificate(folder, 'other')];
  const stateDir = mkdtempSync(join(folder, 'state-'));
  const tls = { certFile: one.certFile, keyFile: other.keyFile };
  writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify({ gateway: { tls } }));
  const { status, stderr } = spawnSync(process.execPath, [programFile('main.js')], {
    env: { GATEHOUSE_STATE_DIR: stateDir },
    encoding: 'utf8',
  });
  expect(status).toBe(78);
  expect(stderr).toContain('gateway.tls.certFile: does not contain a certificate that matches keyFile');
});
