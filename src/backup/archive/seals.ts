import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { BackupError } from '../backup.error.js';
import { type Encryption, SCRYPT } from './about.js';

/** Twice of what {@link SCRYPT} needs. */
const MOST_MEMORY = 64 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;

/** Closes frames one after the other, and opens them in the same order only. */
export interface Seal {
  /** Bytes that follow each frame. */
  readonly tagBytes: number;
  /** @returns the frame as it is stored, of the same length, and its tag */
  close(content: Buffer): { readonly stored: Buffer; readonly tag: Buffer };
  /** @returns undefined for a frame that was changed, or stands at another place */
  open(stored: Buffer, tag: Buffer): Buffer | undefined;
}

/**
 * Without a passphrase: each tag is the SHA-256 of the tag before it and of its frame. It finds damage, and no forger.
 * @param about the digest of the first line
 */
export function digestSeal(about: Buffer): Seal {
  let last = about;
  const next = (content: Buffer): Buffer =>
    (last = createHash('sha256').update(last).update(lengthOf(content)).update(content).digest());
  return {
    tagBytes: KEY_BYTES,
    close: (content) => ({ stored: content, tag: next(content) }),
    open: (stored, tag) => (next(stored).equals(tag) ? stored : undefined),
  };
}

/**
 * AES-256-GCM with a key of this file alone, so the number of a frame is its nonce; bound to the first line.
 * @param about the digest of the first line
 */
export function cipherSeal(key: Buffer, about: Buffer): Seal {
  let number = 0n;
  const nonce = (): Buffer => {
    const bytes = Buffer.alloc(NONCE_BYTES);
    bytes.writeBigUInt64BE(number++, NONCE_BYTES - 8);
    return bytes;
  };
  return {
    tagBytes: 16,
    close: (content) => {
      const cipher = createCipheriv(CIPHER, key, nonce()).setAAD(about);
      const stored = Buffer.concat([cipher.update(content), cipher.final()]);
      return { stored, tag: cipher.getAuthTag() };
    },
    open: (stored, tag) => {
      const decipher = createDecipheriv(CIPHER, key, nonce(), { authTagLength: 16 }).setAAD(about);
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(stored), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

export interface NewKey {
  readonly key: Buffer;
  readonly encryption: Encryption;
}

/** A key for a new backup. */
export async function newKey(passphrase: string): Promise<NewKey> {
  const salt = randomBytes(SALT_BYTES);
  const { key, check } = await derived(passphrase, salt);
  return { key, encryption: { salt: salt.toString('base64'), ...SCRYPT, check: check.toString('base64') } };
}

/** @throws BackupError for a wrong passphrase */
export async function keyOf(passphrase: string, encryption: Encryption, file: string): Promise<Buffer> {
  const { salt, check: expected } = encryption;
  const { key, check } = await derived(passphrase, Buffer.from(salt, 'base64'));
  const wanted = Buffer.from(expected, 'base64');
  if (wanted.length !== check.length || !timingSafeEqual(wanted, check))
    throw new BackupError(`the passphrase does not match ${file}`);
  return key;
}

function derived(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  return new Promise((resolve, reject) => {
    scrypt(
      passphrase.normalize('NFC'),
      salt,
      2 * KEY_BYTES,
      { ...SCRYPT, maxmem: MOST_MEMORY },
      (error, bytes) => {
        if (error) reject(error);
        else resolve({ key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) });
      },
    );
  });
}

function lengthOf(content: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(content.length);
  return bytes;
}
