import { fieldsOf, parseJson } from '../../common/index.js';
import { hash } from 'node:crypto';
import { BackupError } from '../backup.error.js';
import { matching, objectOf } from './foreign-json.js';

/*
 * A backup (ADR 0111): one line of JSON about it, the SHA-256 of that line, and frames (frames.ts). The line is never
 * encrypted, so that a release that cannot read the rest can say why.
 */

const FORMAT = 'gatehouse-backup';
const VERSION = 1;
/** The longest first line, in bytes. */
export const MOST_ABOUT_BYTES = 4_096;
export const DIGEST_BYTES = 32;

/** 32 MB and 0.3 s for each guess of a passphrase. */
export const SCRYPT = { N: 32_768, r: 8, p: 3 } as const;

/** How the key is made from a passphrase: scrypt with these numbers; bytes in base64. */
export interface Encryption {
  readonly salt: string;
  readonly N: number;
  readonly r: number;
  readonly p: number;
  /** Tells a wrong passphrase from a damaged file. */
  readonly check: string;
}

/** The first line of a backup. */
export interface About {
  /** The release that made it. */
  readonly gatehouse: string;
  /** ISO 8601: the moment that it shows. */
  readonly created_at: string;
  /** The newest migration of its database. */
  readonly migration: string;
  readonly encryption: Encryption | null;
}

export interface AboutLine {
  readonly bytes: Buffer;
  /** Every frame is bound to it. */
  readonly digest: Buffer;
}

export function aboutLine(about: About): AboutLine {
  const bytes = Buffer.from(`${JSON.stringify({ format: FORMAT, version: VERSION, ...about })}\n`);
  return { bytes, digest: digestOf(bytes) };
}

/**
 * @param bytes the line without its digest
 * @throws BackupError when this is no backup, it is damaged, or of a format that this release does not know
 */
export function parseAbout(bytes: Buffer, digest: Buffer, file: string): About {
  const found = fieldsOf(parseJson(bytes.toString())?.value) as Partial<
    About & { format: string; version: number }
  >;
  if (found.format !== FORMAT) throw new BackupError(`${file} is not a Gatehouse backup`);
  if (!digestOf(bytes).equals(digest))
    throw new BackupError(`${file} is damaged: its first line was changed`);
  if (found.version !== VERSION)
    throw new BackupError(
      `${file} was created by a newer release (${found.gatehouse ?? 'unknown'}), in format version ${String(found.version)}: update Gatehouse first`,
    );
  if (!isAboutLine(found))
    throw new BackupError(`${file} is damaged: its first line was not written by Gatehouse`);
  return found as About;
}

const isAboutLine = objectOf({
  gatehouse: matching(/^[\w.+-]{1,64}$/),
  created_at: matching(/^\d{4}-\d{2}-\d{2}T[\d:.]{8,16}Z$/),
  migration: matching(/^\d{4}-[a-z0-9-]{1,80}$/),
  encryption: (value) => value === null || isEncryption(value),
});

/** The numbers of scrypt are those of this format: others would cost memory or hours, or be no protection. */
const isEncryption = objectOf({
  salt: matching(/^[\w+/]{22}==$/),
  check: matching(/^[\w+/]{43}=$/),
  N: (value) => value === SCRYPT.N,
  r: (value) => value === SCRYPT.r,
  p: (value) => value === SCRYPT.p,
});

const digestOf = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');
