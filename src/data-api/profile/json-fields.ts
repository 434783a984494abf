import { shortName } from './characters.ts';
import { Tally } from './tally.ts';
import { type JsonProfile, MAX_LISTED } from './types.ts';

/** Deeper paths are counted, not listed. */
const MAX_PATH_STEPS = 20;
const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** One path of the document, for instance `$.items[].price`. */
export interface Field {
  readonly tally: Tally;
  readonly path: string;
  readonly steps: number;
  /** By key; all items of an array share the field of the empty symbol. */
  readonly below: Map<string | symbol, Field>;
}

const ITEM = Symbol('item of an array');

/** The paths of a document, at most {@link MAX_LISTED} of them. */
export class FieldTree {
  readonly root: Field = { tally: new Tally(), path: '$', steps: 0, below: new Map() };
  private readonly all: Field[] = [this.root];
  private isTruncated = false;

  /** The field under a key, or among the items (no key); undefined when it is not listed. */
  child(parent: Field | undefined, key: string | undefined): Field | undefined {
    if (!parent) return undefined;
    const known = parent.below.get(key ?? ITEM);
    if (known) return known;
    if (this.all.length >= MAX_LISTED || parent.steps >= MAX_PATH_STEPS) {
      this.isTruncated = true;
      return undefined;
    }
    return this.add(parent, key);
  }

  private add(parent: Field, key: string | undefined): Field {
    const path = `${parent.path}${stepOf(key)}`;
    const field: Field = { tally: new Tally(), path, steps: parent.steps + 1, below: new Map() };
    parent.below.set(key ?? ITEM, field);
    this.all.push(field);
    return field;
  }

  profile(): Pick<JsonProfile, 'fields' | 'fields_truncated'> {
    return {
      fields: this.all.map(({ path, tally }) => ({ path, ...tally.profile() })),
      fields_truncated: this.isTruncated,
    };
  }
}

function stepOf(key: string | undefined): string {
  if (key === undefined) return '[]';
  const name = shortName(key);
  return PLAIN_KEY.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
