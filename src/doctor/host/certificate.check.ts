import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Check, errorText, type Finding } from '../../common/index.js';
import { GATEWAY, type GatehouseConfig } from '../../config/index.js';
import { type Fault, faultFound, ok } from '../faults.js';

const DAY_MS = 24 * 60 * 60_000;
/** Longer than the pause between two tries of an ACME client, and shorter than what is left when it renews. */
const SOON_MS = 21 * DAY_MS;

/** The certificate that the gateway serves itself; no finding where it serves none. @param now epoch ms */
export const certificateCheck = (config: GatehouseConfig | undefined, now: () => number): Check => ({
  id: 'certificate',
  async run() {
    const { certFile, keyFile } = config?.get(GATEWAY).tls ?? {};
    if (certFile === undefined || keyFile === undefined) return [];
    const fault = (name: Fault, message: string, state: 'failed' | 'warning'): Finding =>
      faultFound(name, message, { state, facts: { setting: 'gateway.tls.certFile' } });
    try {
      const certificate = new X509Certificate(await readFile(certFile));
      if (!certificate.checkPrivateKey(createPrivateKey(await readFile(keyFile))))
        return [fault('certificate-unusable', `${keyFile} is not the key of ${certFile}`, 'failed')];
      return [spanFinding(certificate, certFile, now(), fault)];
    } catch (error) {
      return [fault('certificate-unusable', `${certFile} cannot be used: ${errorText(error)}`, 'failed')];
    }
  },
});

function spanFinding(
  { validFromDate, validToDate }: X509Certificate,
  certFile: string,
  now: number,
  fault: (name: Fault, message: string, state: 'failed' | 'warning') => Finding,
): Finding {
  const left = validToDate.getTime() - now;
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  if (validFromDate.getTime() > now)
    return fault('certificate-unusable', `${certFile} is valid from ${day(validFromDate)} on`, 'failed');
  if (left <= 0) return fault('certificate-ending', `${certFile} ended on ${day(validToDate)}`, 'failed');
  const message = `${certFile} is valid until ${day(validToDate)}`;
  return left < SOON_MS ? fault('certificate-ending', message, 'warning') : ok(message);
}
