import type { LinkTarget } from '../../src/common/documentation.js';

/** What the builder of pages needs of the program's own module (src/common/documentation.ts). */
export interface Documentation {
  readonly topics: () => readonly string[];
  readonly pageOf: (topic: string) => string;
  readonly titleOf: (markdown: string) => string;
  readonly linkTarget: (topic: string, href: string) => LinkTarget;
}

export function filesOf(documentation: Documentation): ReadonlyMap<string, string | URL>;
