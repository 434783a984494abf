import type { Clock } from '../../common/clock.js';
import type { Ids } from '../../common/ids.js';
import type { Limits } from '../../common/limits.js';
import type { FileContent, HostedImage, SharedFile } from '../../common/types.js';

/** A file that can be fetched from the media or files host. */
export interface StoredFile {
  readonly id: string;
  readonly content: FileContent;
  readonly contentType: string;
  /** The token a caller must present: none, the bot's, or the directory's. */
  readonly needs: 'nothing' | 'bot' | 'graph';
  /** Redirects to this URL instead of sending the bytes (default status 302). */
  readonly redirectTo?: string;
  readonly status?: number;
  /** Headers that add to or replace the true ones, such as a false content type or length. */
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

/** The bytes of all shared files, and the tickets that let a caller fetch them without a token. */
export class FileStore {
  private readonly files = new Map<string, StoredFile>();
  private readonly tickets = new Map<string, Ticket>();
  private readonly images = new Map<string, HostedImage>();
  private readonly shared = new Map<string, SharedFile>();

  constructor(private readonly parts: Parts) {}

  /** Stores a file; its id is its address on the media host. */
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

  /** Creates a pre-signed ticket for the file, valid for a few minutes. */
  ticketFor(file: Partial<StoredFile>): string {
    const ticket = this.parts.ids.opaque(32);
    const until = this.parts.clock.now() + this.parts.limits.downloadUrlMs;
    this.tickets.set(ticket, { file: this.keep(file), until });
    return ticket;
  }

  /** The ticket's file; undefined when the ticket is unknown or expired. */
  redeem(ticket: string): StoredFile | undefined {
    const known = this.tickets.get(ticket);
    return known && known.until > this.parts.clock.now() ? known.file : undefined;
  }

  /** Adds a picture for the connector's `v3/attachments/{id}`. */
  addImage(image: HostedImage): void {
    this.images.set(image.id, image);
  }

  image(id: string): HostedImage | undefined {
    return this.images.get(id);
  }

  /** Adds a document in a person's library, available through the shares call of Graph. */
  share(file: SharedFile): void {
    this.shared.set(file.contentUrl, file);
  }

  /** The URL, or when a file already has it the next free one, such as `report 1.docx`. */
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
