import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_CHARS = 12;

/** A text was sealed with another key, or for another place, or was changed since. */
export class SealProblem extends Error {
  override readonly name = 'SealProblem';
}

/** Encrypts what the database keeps of logins (AES-256-GCM). A sealed text opens only at the place for which it was made. */
export class LoginSeal {
  private readonly key: Buffer;
  /** Tells keys apart, and nothing about one. */
  private readonly id: string;

  /** @param secret any text that cannot be guessed */
  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse logins', KEY_BYTES));
    this.id = createHash('sha256').update('id of ').update(this.key).digest('hex').slice(0, ID_CHARS);
  }

  /** @param place such as a table and the key of its row */
  seal(value: object, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(place));
    const bytes = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return [VERSION, this.id, Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')].join(
      '.',
    );
  }

  /** @throws SealProblem */
  open(sealed: string, place: string): unknown {
    const [version, id, text = ''] = sealed.split('.');
    if (version !== VERSION || id !== this.id) throw new SealProblem('it was stored with another key');
    const bytes = Buffer.from(text, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const cipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      const opened = cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8');
      return JSON.parse(opened + cipher.final('utf8'));
    } catch (cause) {
      throw new SealProblem('it was changed in the database', { cause });
    }
  }
}
