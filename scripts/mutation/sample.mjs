import { createHash } from 'node:crypto';

/** `--share` and `--seed` of the run, which its processes are given by the environment. */
const { GATEHOUSE_MUTATION_SHARE: share = '1', GATEHOUSE_MUTATION_SEED: seed = '1' } = process.env;

/**
 * Whether a mutant is among those that are tried, the same in each process. Another seed draws others, so that a score
 * is not taken from the faults that tests were just written for.
 */
export function isDrawn({ file, location: { start, end }, replacement }) {
  if (Number(share) >= 1) return true;
  const place = [seed, file, start.line, start.column, end.line, end.column, replacement].join('\0');
  return createHash('sha256').update(place).digest().readUInt32BE() / 2 ** 32 < Number(share);
}
