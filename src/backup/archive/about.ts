import { hash } from 'node:crypto';
import { BackupError } from '../backup.error.js';

/*
 * A backup (ADR 0111): one line of JSON about it, the SHA-256 of that line, and frames (frames.ts). The line is never
 * encrypted, so that a release that cannot read the rest can say why.
 */

const FORMAT = 'gatehouse-backup';
const VERSION = 1;
/** The longest first line, in bytes. */
export const MOST_ABOUT_BYTES = 4_096;
export const DIGEST_BYTES = 32;

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
  const found = parsed(bytes) as Partial<About & { format: string; version: number }>;
  if (found.format !== FORMAT) throw new BackupError(`${file} is not a backup of Gatehouse`);
  if (!digestOf(bytes).equals(digest))
    throw new BackupError(`${file} is damaged: its first line was changed`);
  if (found.version !== VERSION)
    throw new BackupError(
      `${file} is of a newer release (${found.gatehouse ?? 'unknown'}), in version ${String(found.version)} of the format: update this one first`,
    );
  return found as About;
}

const digestOf = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');

function parsed(bytes: Buffer): object {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
