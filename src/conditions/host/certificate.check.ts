import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Check, errorText, type Finding } from '../../common/index.js';
import { ALERTS, AlertsConfig, GATEWAY, type GatehouseConfig } from '../../config/index.js';
import { type Condition, condition, ok } from '../condition.js';

const DAY_MS = 24 * 60 * 60_000;

/** The certificate that the gateway serves itself; no finding where it serves none. @param now epoch ms */
export const certificateCheck = (config: GatehouseConfig | undefined, now: () => number): Check => ({
  id: 'certificate',
  run: () => examineCertificate(config, now()),
});

/** @param now epoch ms. @returns nothing where the gateway serves none */
export async function examineCertificate(
  config: GatehouseConfig | undefined,
  now: number,
): Promise<readonly (Finding | Condition)[]> {
  const { certFile, keyFile } = config?.get(GATEWAY).tls ?? {};
  if (certFile === undefined || keyFile === undefined) return [];
  try {
    const chain = chainIn(await readFile(certFile, 'utf8'));
    if (chain[0]?.checkPrivateKey(createPrivateKey(await readFile(keyFile))) !== true)
      return [faulty('certificate-unusable', `${keyFile} is not the key of ${certFile}`, 'failed')];
    const { certificateDays } = config?.get(ALERTS) ?? new AlertsConfig();
    return [examineSpan(spanOf(chain), certFile, now, certificateDays * DAY_MS)];
  } catch (error) {
    return [faulty('certificate-unusable', `${certFile} cannot be used: ${errorText(error)}`, 'failed')];
  }
}

const faulty = (
  code: 'certificate-ending' | 'certificate-unusable',
  message: string,
  state: 'failed' | 'warning',
): Condition => condition(code, message, { state, facts: { setting: 'gateway.tls.certFile' } });

/** The certificate, and those between it and the one that clients know. @throws when there is none */
function chainIn(text: string): readonly X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? [text];
  return blocks.map((block) => new X509Certificate(block));
}

type Span = Pick<X509Certificate, 'validFromDate' | 'validToDate'>;

/** Clients refuse a chain as soon as one of it has ended. */
const spanOf = (chain: readonly X509Certificate[]): Span => ({
  validFromDate: new Date(Math.max(...chain.map(({ validFromDate }) => validFromDate.getTime()))),
  validToDate: new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime()))),
});

function examineSpan(
  { validFromDate, validToDate }: Span,
  certFile: string,
  now: number,
  soonMs: number,
): Finding | Condition {
  const left = validToDate.getTime() - now;
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  if (validFromDate.getTime() > now)
    return faulty('certificate-unusable', `${certFile} is valid from ${day(validFromDate)} on`, 'failed');
  if (left <= 0) return faulty('certificate-ending', `${certFile} expired on ${day(validToDate)}`, 'failed');
  const message = `${certFile} is valid until ${day(validToDate)}`;
  return left < soonMs ? faulty('certificate-ending', message, 'warning') : ok(message);
}
