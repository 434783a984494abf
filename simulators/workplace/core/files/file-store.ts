import type { Clock } from '../../common/clock.js';
import type { Ids } from '../../common/ids.js';
import type { Limits } from '../../common/limits.js';
import type { FileContent, HostedImage, SharedFile } from '../../common/types.js';

/** Something to be fetched from the media or files host. */
export interface StoredFile {
  readonly id: string;
  readonly content: FileContent;
  readonly contentType: string;
  /** The proof a caller must show: nothing, the bot's token, or the directory's. */
  readonly needs: 'nothing' | 'bot' | 'graph';
  /** A redirect instead of the bytes, with this status (default 302). */
  readonly redirectTo?: string;
  readonly status?: number;
  /** Headers besides or instead of the true ones: a content type or length that lies. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Parts {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly limits: Limits;
}

interface Ticket {
  readonly file: StoredFile;
  readonly until: number;
}

/** The bytes of all files people share, and the tickets that let a caller fetch them without a token. */
export class FileStore {
  private readonly files = new Map<string, StoredFile>();
  private readonly tickets = new Map<string, Ticket>();
  private readonly images = new Map<string, HostedImage>();
  private readonly shared = new Map<string, SharedFile>();

  constructor(private readonly parts: Parts) {}

  /** Keeps a file; its id is its address on the media host. */
  keep(file: Partial<StoredFile>): StoredFile {
    const kept: StoredFile = {
      id: this.parts.ids.opaque(),
      content: new Uint8Array(),
      contentType: 'application/octet-stream',
      needs: 'nothing',
      ...file,
    };
    this.files.set(kept.id, kept);
    return kept;
  }

  file(id: string): StoredFile | undefined {
    return this.files.get(id);
  }

  /** A pre-signed ticket for that file, good for a few minutes. */
  ticketFor(file: Partial<StoredFile>): string {
    const ticket = this.parts.ids.opaque(32);
    const until = this.parts.clock.now() + this.parts.limits.downloadUrlMs;
    this.tickets.set(ticket, { file: this.keep(file), until });
    return ticket;
  }

  /** Undefined when the ticket is unknown or too old. */
  redeem(ticket: string): StoredFile | undefined {
    const known = this.tickets.get(ticket);
    return known && known.until > this.parts.clock.now() ? known.file : undefined;
  }

  /** A picture for the connector's `v3/attachments/{id}`. */
  addImage(image: HostedImage): void {
    this.images.set(image.id, image);
  }

  image(id: string): HostedImage | undefined {
    return this.images.get(id);
  }

  /** A document in somebody's library, reachable by the shares call of Graph. */
  share(file: SharedFile): void {
    this.shared.set(file.contentUrl, file);
  }

  /** The address, or one beside it when a file has it already: `report 1.docx`. */
  freeUrl(url: string): string {
    const [, stem = url, extension = ''] = /^(.*?)(\.[^./]*)?$/.exec(url) ?? [];
    let free = url;
    for (let count = 1; this.shared.has(free); count += 1) free = `${stem} ${count}${extension}`;
    return free;
  }

  sharedAt(url: string): SharedFile | undefined {
    return this.shared.get(url);
  }
}
