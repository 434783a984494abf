import type { FileBytes } from '../../channels/index.js';
import type { DirectoryApi } from '../service/directory/directory-api.js';
import { DirectoryFailure } from '../service/directory/directory-failure.js';
import { fieldsOf, type JsonRecord, textOf } from '../../channels/kit/index.js';
import { siteFileName } from './file-name.js';
import { inOne } from './uploads.js';

/** The folder in the default document library of the site (spec, file sending). */
export const FOLDER = 'GatehouseShared';
/** The maximum size of an upload in one call; the documentation of the call once said 4 MB (wire 5.4). */
export const SIMPLE_UPLOAD_BYTES = 4 * 1024 * 1024;

export interface FileToStore {
  readonly name: string;
  readonly mimeType: string;
  readonly file: FileBytes;
}

/** A file in the library. */
export interface SiteFile {
  readonly id: string;
  /** The library may have appended a number. */
  readonly name: string;
}

/** The data for a card of a file in the library (wire 5.4). */
export interface SiteFileCard {
  readonly uniqueId: string;
  readonly contentUrl: string;
}

export type LinkScope =
  { readonly scope: 'organization' } | { readonly scope: 'users'; readonly people: readonly string[] };

/** The document site that files of groups and channels go to (wire 5.4). All throw DirectoryFailure. */
export class DocumentSite {
  constructor(
    private readonly directory: DirectoryApi,
    /** Contains no character that needs encoding in an address; the settings ensure that. */
    private readonly siteId: string,
  ) {}

  /** Uploads a file of at most {@link SIMPLE_UPLOAD_BYTES} in one call; a name already in use gets a number. */
  async upload({ name, mimeType, file }: FileToStore, signal: AbortSignal): Promise<SiteFile> {
    const path = `${this.pathOf(name)}:/content?@microsoft.graph.conflictBehavior=rename`;
    const body = await inOne(file, { from: 0, to: file.bytes });
    const item = await this.directory.write({ method: 'PUT', path, body, contentType: mimeType }, signal);
    return siteFileIn(item);
  }

  /** @returns the upload address for the pieces of a large file; it needs no token */
  async openUpload(name: string, signal: AbortSignal): Promise<string> {
    const body = { item: { '@microsoft.graph.conflictBehavior': 'rename', name: siteFileName(name) } };
    const path = `${this.pathOf(name)}:/createUploadSession`;
    const { uploadUrl } = await this.directory.write({ method: 'POST', path, body }, signal);
    return textOf(uploadUrl) ?? unreadable();
  }

  /** For named people the call exists only in beta. @returns the address of the link */
  async link({ id }: SiteFile, link: LinkScope, signal: AbortSignal): Promise<string> {
    const path = `${this.items}/${encodeURIComponent(id)}/createLink`;
    const { scope } = link;
    const write =
      scope === 'organization'
        ? ({ body: { type: 'view', scope } } as const)
        : ({
            body: { type: 'view', scope, recipients: recipientsOf(link.people) },
            version: 'beta',
          } as const);
    const answer = await this.directory.write({ method: 'POST', path, ...write }, signal);
    return textOf(fieldsOf(answer.link).webUrl) ?? unreadable();
  }

  async card({ id }: SiteFile, signal: AbortSignal): Promise<SiteFileCard> {
    const path = `${this.items}/${encodeURIComponent(id)}?$select=eTag,webDavUrl,name`;
    const { eTag, webDavUrl } = await this.directory.one(path, signal);
    const uniqueId = /^"?\{?([0-9a-f-]{36})\}?/i.exec(textOf(eTag) ?? '')?.[1];
    return { uniqueId: uniqueId ?? unreadable(), contentUrl: textOf(webDavUrl) ?? unreadable() };
  }

  private get items(): string {
    return `sites/${this.siteId}/drive/items`;
  }

  private pathOf(name: string): string {
    const path = [FOLDER, siteFileName(name)].map(encodeURIComponent).join('/');
    return `sites/${this.siteId}/drive/root:/${path}`;
  }
}

/** @throws DirectoryFailure for an item that is not a file of a library */
export function siteFileIn(item: JsonRecord): SiteFile {
  return { id: textOf(item.id) ?? unreadable(), name: textOf(item.name) ?? unreadable() };
}

const recipientsOf = (people: readonly string[]) => people.map((objectId) => ({ objectId }));

function unreadable(): never {
  throw new DirectoryFailure('unreachable', 'the response cannot be read');
}
