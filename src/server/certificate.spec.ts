import { copyFileSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { Logger } from '@nestjs/common';
import { makeCertificate } from '../../test/support/certificate.js';
import { CertificateWatch } from './certificate.js';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-certificate-'));
beforeAll(() => {
  Logger.overrideLogger(false);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  Logger.overrideLogger(undefined as never);
});

it('a certificate that is looked at before its key has come is in use once that is there', () => {
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const put = (from: { certFile: string; keyFile: string }, part: 'certFile' | 'keyFile', at: number) => {
    copyFileSync(from[part], files[part]);
    utimesSync(files[part], at, at);
  };
  const [first, second] = [
    makeCertificate(folder, 'first.example'),
    makeCertificate(folder, 'second.example'),
  ];
  for (const part of ['certFile', 'keyFile'] as const) put(first, part, 1);
  const used: SecureContextOptions[] = [];
  const sut = new CertificateWatch({ setSecureContext: (options) => void used.push(options) }, files);
  put(second, 'certFile', 2);
  sut.look();
  expect(used).toEqual([]);
  put(second, 'keyFile', 3);
  sut.look();
  sut.look();
  sut.stop();
  expect(used).toHaveLength(1);
});
