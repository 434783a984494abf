import type { MediaContent } from '../../channels/index.js';
import { endingOf, extensionOf, safeFileName, type StoredMedia } from '../../media/index.js';

/** Opus in its Ogg container; a connector may have to wrap it again. */
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

  /**
   * Whether the file can be a voice memo: MP3 or CAF (spec 2-imbridge, sendAttachment), or Opus in Ogg, which
   * connectors convert as they need.
   */
  get canBeVoice(): boolean {
    return VOICE_TYPES.includes(this.mimeType);
  }

  /** A recording that cannot be a voice memo is sent as a plain file. */
  contentOf(isWantedAsVoice: boolean): MediaContent {
    const asVoice = isWantedAsVoice && this.canBeVoice;
    const { id: mediaId, mimeType, bytes } = this.media;
    return { kind: 'media', mediaId, filename: this.fileName(asVoice), mimeType, bytes, asVoice, text: '' };
  }

  /** The file as records show it: its digest and its name, never its bytes. */
  toJSON(): object {
    return { sha256: this.media.id, name: this.name };
  }

  private fileName(asVoice: boolean): string {
    const given = safeFileName(this.name);
    if (given !== undefined && !asVoice) return given;
    const ending = extensionOf(this.mimeType);
    // A connector that wraps Opus again sends it under this name, which then identifies the message.
    const isWrapped = asVoice && this.mimeType === OPUS;
    const name = (isWrapped ? undefined : given) ?? (asVoice ? 'Audio Message' : 'file');
    // Services recognize a voice memo by the exact extension of its name.
    const stem = endingOf(name) === ending ? name.slice(0, -ending.length - 1) : name;
    return `${stem}.${ending}`;
  }
}
