/** A credential, and the credential of the same kind it was made with. */
export interface Made {
  readonly id: string;
  readonly madeWith: string | null;
}

/** The credentials in `all` that were made with this one, directly or not; this one may no longer exist. */
export function descendants<T extends Made>(id: string, all: readonly T[]): T[] {
  const direct = all.filter((each) => each.madeWith === id);
  return direct.flatMap((each) => [each, ...descendants(each.id, all)]);
}

/** The id of the first credential of a line, each made with the one before; that one may no longer exist. */
export function originOf({ id, madeWith }: Made, all: readonly Made[]): string {
  const makers = new Map(all.map((each) => [each.id, each.madeWith]));
  let origin = madeWith ?? id;
  for (let maker = makers.get(origin); maker; maker = makers.get(origin)) origin = maker;
  return origin;
}

/** All credentials that end with this one: itself, if it still exists, and its descendants. */
export const lineOf = <T extends Made>(id: string, all: readonly T[]): T[] => [
  ...all.filter((each) => each.id === id),
  ...descendants(id, all),
];
