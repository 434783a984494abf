import type { WorkplaceCore } from '../../core/core.js';
import { sizeOf } from '../../http/answer.js';
import { refuseGraph } from '../../http/problems.js';
import type { Json } from '../../common/json.js';
import type { FileContent } from '../../common/types.js';
import type { DriveItem, Site } from '../../core/world/site.js';
import { eTagOf, webUrlOf } from '../../core/world/site.js';

export interface NewItem {
  /** Decoded, from the root of the library. */
  readonly path: string;
  /** `rename`, `replace` or `fail`. */
  readonly behavior: string;
  readonly content: FileContent;
  readonly contentType: string;
}

/** The default document library of a site; missing folders are created (workchat-wire 5.4). */
export class Drive {
  constructor(
    private readonly site: Site,
    private readonly core: Pick<WorkplaceCore, 'ids' | 'uploads' | 'events'>,
  ) {}

  put({ path, behavior, content, contentType }: NewItem): {
    readonly item: DriveItem;
    readonly isNew: boolean;
  } {
    this.checkPath(path);
    const { folder, name } = split(path);
    const known = this.find(folder, name);
    if (known && behavior === 'fail') {
      throw refuseGraph(
        409,
        'nameAlreadyExists',
        'An item with the same name already exists under the parent.',
      );
    }
    const isNew = !known || behavior === 'rename';
    const item = isNew ? this.add(folder, known ? this.freeName(folder, name) : name) : known;
    if (!isNew) item.version += 1;
    Object.assign(item, { content, contentType });
    this.core.uploads.done.push({ name: item.name, contentUrl: item.webUrl, content, contentType });
    this.core.events.emit('change');
    return { item, isNew };
  }

  /** Refuses characters and lengths that a library does not allow (5.4). */
  checkPath(path: string): void {
    const isBad = path
      .split('/')
      .some(
        (part) => part === '' || part.length > 255 || /["*:<>?\\|]/.test(part) || /^[ .]|[ .]$/.test(part),
      );
    if (isBad)
      throw refuseGraph(
        400,
        'invalidRequest',
        'The provided name contains invalid characters or is too long.',
      );
  }

  private find(folder: string, name: string): DriveItem | undefined {
    const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
    return this.site.items.find((each) => same(each.folder, folder) && same(each.name, name));
  }

  private add(folder: string, name: string): DriveItem {
    const webUrl = [webUrlOf(this.site), 'Shared Documents', folder, name].filter(Boolean).join('/');
    const { ids } = this.core;
    const item: DriveItem = {
      id: `01${ids.opaque(32).toUpperCase()}`,
      folder,
      name,
      webUrl,
      contentType: '',
      content: new Uint8Array(),
      uniqueId: ids.guid(),
      version: 1,
      links: [],
    };
    this.site.items.push(item);
    return item;
  }

  /** The next free name, such as `plan 1.pdf`. */
  private freeName(folder: string, name: string): string {
    const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
    for (let count = 1; ; count += 1) {
      const free = `${stem} ${count}${extension}`;
      if (!this.find(folder, free)) return free;
    }
  }
}

export const itemJson = (item: DriveItem): Json => ({
  id: item.id,
  name: item.name,
  webUrl: encodeURI(item.webUrl),
  webDavUrl: item.webUrl,
  size: sizeOf(item.content),
  eTag: eTagOf(item),
});

function split(path: string): { readonly folder: string; readonly name: string } {
  const parts = path.split('/');
  return { folder: parts.slice(0, -1).join('/'), name: parts.at(-1) ?? '' };
}
