/** A credential, and the credential of the same kind it was made with. */
interface Made {
  readonly id: string;
  readonly madeWith: string | null;
}

/** The credentials in `all` that were made with this one, directly or not; this one may no longer exist. */
export function descendants<T extends Made>(id: string, all: readonly T[]): T[] {
  const direct = all.filter((each) => each.madeWith === id);
  return direct.flatMap((each) => [each, ...descendants(each.id, all)]);
}

/** All credentials that end with this one: itself, if it still exists, and its descendants. */
export const lineOf = <T extends Made>(id: string, all: readonly T[]): T[] => [
  ...all.filter((each) => each.id === id),
  ...descendants(id, all),
];
