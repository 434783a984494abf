export interface ListedRelease {
  readonly version: string;
  readonly date: string;
  readonly security: boolean;
  readonly migration: string;
  readonly notes: string;
}

export function releasesIn(changelog: string): readonly ListedRelease[];
export function isAllReleased(changelog: string): boolean;
