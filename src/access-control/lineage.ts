/** A credential, and which one of its kind it was made with. */
interface Made {
  readonly id: string;
  readonly madeWith: string | null;
}

/** Those of `all` that were made with it, directly or not; it may itself be gone. */
export function descendants<T extends Made>(id: string, all: readonly T[]): T[] {
  const direct = all.filter((each) => each.madeWith === id);
  return direct.flatMap((each) => [each, ...descendants(each.id, all)]);
}

/** All that end with it: itself if it still exists, and its descendants. */
export const lineOf = <T extends Made>(id: string, all: readonly T[]): T[] => [
  ...all.filter((each) => each.id === id),
  ...descendants(id, all),
];
