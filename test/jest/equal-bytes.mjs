import { expect } from '@jest/globals';

/**
 * Jest compares two buffers byte by byte as properties of objects: four seconds for a megabyte. Those that differ are left
 * to it, for its words.
 */
const equalBytes = (a, b) =>
  a instanceof Uint8Array &&
  b instanceof Uint8Array &&
  a.constructor === b.constructor &&
  Buffer.compare(a, b) === 0
    ? true
    : undefined;

expect.addEqualityTesters([equalBytes]);
