import { editDistance } from '../config/index.js';

/** More would not help to find the right one. */
const MOST = 5;
const MOST_TYPOS = 2;
/** A shorter text is a part of too much. */
const SHORTEST_PART = 3;

/** Letters and digits alone: a number or an address in another way of writing it is the same then. */
const folded = (id: string): string =>
  id
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The ids that somebody may have meant who wrote this one: others of its spelling, parts of each other, typing errors. */
export function nearSenders(id: string, known: Iterable<string>): readonly string[] {
  const wanted = folded(id);
  return [...new Set(known)]
    .map((each) => ({ each, far: distance(wanted, folded(each)) }))
    .filter(({ far }) => far <= MOST_TYPOS)
    .sort((one, other) => one.far - other.far || (one.each < other.each ? -1 : 1))
    .slice(0, MOST)
    .map(({ each }) => each);
}

function distance(wanted: string, other: string): number {
  if (wanted === other) return 0;
  const [short, long] = wanted.length < other.length ? [wanted, other] : [other, wanted];
  if (short.length >= SHORTEST_PART && long.includes(short)) return 1;
  if (long.length - short.length > MOST_TYPOS || short.length <= MOST_TYPOS) return Infinity;
  return editDistance(wanted, other);
}
