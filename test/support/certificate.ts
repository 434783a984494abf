import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CertificatePair {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Writes a self-signed certificate for a name and its key into a folder. Needs no openssl. */
export function makeCertificate(
  folder: string,
  name: string,
  kind: 'ec' | 'rsa' = 'ec',
  days = 1,
): CertificatePair {
  const { publicKey, privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = kind === 'ec' ? ECDSA_SHA256 : RSA_SHA256;
  const body = toBeSigned(name, publicKey.export({ type: 'spki', format: 'der' }), { algorithm, days });
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, algorithm, tlv(0x03, Buffer.from([0]), signature));
  const certFile = join(folder, `${name}.cert.pem`);
  const keyFile = join(folder, `${name}.key.pem`);
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  writeFileSync(certFile, `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`);
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { certFile, keyFile };
}

/** RFC 5280 4.1: the signed part of a certificate. */
function toBeSigned(
  name: string,
  publicKey: Buffer,
  { algorithm, days }: { readonly algorithm: Buffer; readonly days: number },
): Buffer {
  const version3 = tlv(0xa0, tlv(0x02, Buffer.from([2])));
  const serial = tlv(0x02, Buffer.from([1, ...crypto.getRandomValues(new Uint8Array(8))]));
  const validity = sequence(time(Date.now() - 60_000), time(Date.now() + days * 86_400_000));
  const subject = sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(name)))));
  return sequence(version3, serial, algorithm, subject, validity, subject, publicKey);
}

/** One DER element: tag, length, content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts);

const time = (at: number): Buffer =>
  tlv(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

/** 1.2.840.10045.4.3.2 */
const ECDSA_SHA256 = sequence(tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
/** sha256WithRSAEncryption */
const RSA_SHA256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
/** 2.5.4.3 */
const COMMON_NAME = tlv(0x06, Buffer.from('550403', 'hex'));
