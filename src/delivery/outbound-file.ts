import { createHash } from 'node:crypto';
import type { MediaContent } from '../channels/index.js';
import { endingOf, extensionOf, fileTypeOf, isOggOpus, safeFileName } from '../media/index.js';

const VOICE_TYPES = ['audio/mpeg', 'audio/x-caf'];

/** A file somebody wants to have sent: its bytes, what they are, and a name that can do no harm. */
export class OutboundFile {
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  readonly mimeType: string;

  constructor(
    readonly bytes: Uint8Array,
    private readonly name = '',
  ) {
    this.digest = createHash('sha256').update(bytes).digest('hex');
    this.mimeType = fileTypeOf(bytes);
  }

  /** A voice memo is MP3 or CAF (spec 2-imbridge, sendAttachment), or Opus in Ogg, which connectors wrap as they need. */
  get canBeVoice(): boolean {
    return VOICE_TYPES.includes(this.mimeType) || isOggOpus(this.bytes);
  }

  /** What can't be a voice memo goes as a plain file. */
  contentOf(isWantedAsVoice: boolean): MediaContent {
    const asVoice = isWantedAsVoice && this.canBeVoice;
    const { digest: mediaId, mimeType, bytes } = this;
    const filename = this.fileName(asVoice);
    return { kind: 'media', mediaId, filename, mimeType, bytes: bytes.byteLength, asVoice, text: '' };
  }

  /** What may be written down of it: the bytes are named, not shown. */
  toJSON(): object {
    return { sha256: this.digest, name: this.name };
  }

  private fileName(asVoice: boolean): string {
    const given = safeFileName(this.name);
    if (given !== undefined && !asVoice) return given;
    const ending = extensionOf(this.mimeType);
    // Of a recording that is wrapped anew nothing but the stem stays the same, by which it is known again.
    const isWrapped = asVoice && isOggOpus(this.bytes);
    const name = (isWrapped ? undefined : given) ?? (asVoice ? 'Audio Message' : 'file');
    // Services know a voice memo by the ending of its name, to the letter.
    const stem = endingOf(name) === ending ? name.slice(0, -ending.length - 1) : name;
    return `${stem}.${ending}`;
  }
}
