type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes in two parts, once for each position, and in parts of one byte. */
export function* everyCut(bytes: Bytes): Generator<Bytes[]> {
  for (let at = 1; at < bytes.length; at++) yield [bytes.subarray(0, at), bytes.subarray(at)];
  yield inBytes(bytes);
}

const inBytes = (bytes: Bytes) => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));

/**
 * The cuts at which the vendors' clients are asked, which take milliseconds for each: some of them, or all, as `npm run
 * test:referees` asks for.
 */
export function* refereedCuts(bytes: Bytes, samples = 12): Generator<Bytes[]> {
  if (process.env.REFEREE_CUTS === 'every') {
    yield* everyCut(bytes);
    return;
  }
  for (let n = 0; n <= samples; n++) {
    const at = Math.floor((bytes.length * n) / samples);
    yield [bytes.subarray(0, at), bytes.subarray(at)].filter((part) => part.length > 0);
  }
  yield inBytes(bytes);
}
