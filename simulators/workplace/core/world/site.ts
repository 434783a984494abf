import type { FileContent } from '../../common/types.js';

/** A sharing link made by `createLink`. */
export interface SharingLink {
  readonly type: string;
  readonly scope: string;
  /** Directory ids of its recipients; empty unless the scope is `users`. */
  readonly recipients: readonly string[];
  readonly webUrl: string;
}

export interface DriveItem {
  readonly id: string;
  /** Folder path in the drive, without leading or trailing slash; empty for the root. */
  readonly folder: string;
  readonly name: string;
  readonly webUrl: string;
  contentType: string;
  content: FileContent;
  /** Lower-case guid; together with `version` it makes the eTag. */
  readonly uniqueId: string;
  version: number;
  readonly links: SharingLink[];
}

/** A document site with its default library. */
export interface Site {
  /** `<host>,<guid>,<guid>`. */
  readonly id: string;
  readonly host: string;
  /** The site's path, such as `sites/docs`. */
  readonly path: string;
  readonly name: string;
  readonly items: DriveItem[];
}

export const webUrlOf = ({ host, path }: Pick<Site, 'host' | 'path'>): string => `https://${host}/${path}`;

/** `"{9A7C…},1"`, with the quotes (workchat-wire 5.4). */
export const eTagOf = ({ uniqueId, version }: Pick<DriveItem, 'uniqueId' | 'version'>): string =>
  `"{${uniqueId.toUpperCase()}},${version}"`;
