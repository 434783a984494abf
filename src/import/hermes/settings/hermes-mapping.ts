import { Mapping, type Parts } from '../../mapping/mapping.js';
import { SourceValue } from '../../source/source-value.js';
import { type Found, UNSET } from '../../source/variables.js';
import type { Leftovers } from '../source/leftovers.js';
import type { Approved } from '../source/people.js';
import type { StoredKeys } from '../source/stored-keys.js';

/** The key of the report below which the variables of the `.env` are. */
export const ENV = 'env_file';

interface HermesParts extends Parts {
  readonly keys: StoredKeys;
  readonly approved: readonly Approved[];
  readonly leftovers: Leftovers;
}

export class HermesMapping extends Mapping<HermesParts> {
  /** A variable of the `.env`, as a value with a path; a blank one is none. */
  variable(name: string): SourceValue {
    const found = this.parts.root.at(ENV, name);
    return found.text?.trim() === '' ? new SourceValue(undefined, found.path) : found;
  }

  /** A secret, or why there is none. A value that only the peer can decrypt is no secret of ours. */
  secret(from: SourceValue): Found | { readonly problem: string } {
    const { text } = from;
    if (text === undefined) return { problem: 'it is not text' };
    if (ENCRYPTED.test(text)) return { problem: 'it is not in plain text: enter it by hand' };
    const found = this.parts.variables.replaced(text, placeOf(from));
    if (found === undefined) return { problem: UNSET };
    return found.value.trim() === '' ? { problem: 'it is empty' } : found;
  }
}

/** The place of a value in words; a variable may stand in a text of its own. */
export const placeOf = ({ path }: SourceValue): string => {
  const variable = path.startsWith(`${ENV}.`) ? path.slice(ENV.length + 1) : undefined;
  return variable === undefined ? path : `${variable} in its .env`;
};

const ENCRYPTED = /^(?:enc|encrypted|keychain|keyring|vault):/i;

/** Whether a flag is set, in any of the ways in which people write it. */
export const isSet = ({ value }: SourceValue): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(?:true|1|yes|on)$/i.test(value.trim()));
