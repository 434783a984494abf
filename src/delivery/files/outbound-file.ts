import type { MediaContent } from '../../channels/index.js';
import { endingOf, extensionOf, safeFileName, type StoredMedia } from '../../media/index.js';

/** Opus comes in Ogg and is wrapped anew. */
const OPUS = 'audio/opus';
const VOICE_TYPES = ['audio/mpeg', 'audio/x-caf', OPUS];

/** A file of the media store that is to be sent, with a harmless name. */
export class OutboundFile {
  constructor(
    readonly media: StoredMedia,
    private readonly name = '',
  ) {}

  get mimeType(): string {
    return this.media.mimeType;
  }

  /** A voice memo is MP3 or CAF (spec 2-imbridge, sendAttachment), or Opus in Ogg, which connectors wrap as they need. */
  get canBeVoice(): boolean {
    return VOICE_TYPES.includes(this.mimeType);
  }

  /** A recording that cannot be a voice memo is sent as a plain file. */
  contentOf(isWantedAsVoice: boolean): MediaContent {
    const asVoice = isWantedAsVoice && this.canBeVoice;
    const { id: mediaId, mimeType, bytes } = this.media;
    return { kind: 'media', mediaId, filename: this.fileName(asVoice), mimeType, bytes, asVoice, text: '' };
  }

  /** How it is recorded: by its content, whatever name its sender gave it. */
  toJSON(): object {
    return { sha256: this.media.id, name: this.name };
  }

  private fileName(asVoice: boolean): string {
    const given = safeFileName(this.name);
    if (given !== undefined && !asVoice) return given;
    const ending = extensionOf(this.mimeType);
    // A rewrapped recording keeps only the stem of its name, which identifies it.
    const isWrapped = asVoice && this.mimeType === OPUS;
    const name = (isWrapped ? undefined : given) ?? (asVoice ? 'Audio Message' : 'file');
    // Services recognize a voice memo by the exact extension of its name.
    const stem = endingOf(name) === ending ? name.slice(0, -ending.length - 1) : name;
    return `${stem}.${ending}`;
  }
}
