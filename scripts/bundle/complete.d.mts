export interface WithArchive {
  readonly platform: string;
  readonly arch: string;
}

export function requireArchives(isPublished: boolean, platforms: readonly WithArchive[]): void;
export function writeSums(folder: string, written: readonly string[]): void;
