const KIB = 1024;
const MIB = 1024 * KIB;

/** Sizes and times of the platform. A test may set any of them while the simulator runs. */
export class Limits {
  /** UTF-16 bytes of text, mentions, cards and entities; base64 pictures are not counted (3.4). */
  messageBytes = 100 * KIB;
  /** A body above this is refused whatever it holds: pictures inline work up to about 4 MB (5.3). */
  bodyBytes = 6 * MIB;
  attachmentsPerMessage = 10;
  /** Members of one page, whatever `pageSize` asks; undefined: 50 to 500 as asked (3.1). */
  membersPageSize: number | undefined;
  /** Entries of one Graph page, whatever `$top` asks; undefined: as asked. */
  graphPageSize: number | undefined;
  /** A plain PUT of a file; older pages of the documentation say 4 MB (5.4). */
  simpleUploadBytes = 250 * MIB;
  /** Pieces of an upload session are multiples of this, the last one excepted (5.2). */
  uploadPieceBytes = 320 * KIB;
  /** No piece is larger, the only one of a small file included (Graph, createUploadSession). */
  uploadPieceMostBytes = 60 * MIB;
  uploadSessionMs = 15 * 60_000;
  /** How long a pre-signed download lives: "a few minutes" (1.16). */
  downloadUrlMs = 5 * 60_000;
  tokenSeconds = 3599;
  /** The channel gives up on the bot after that long (1.18). */
  answerTimeoutMs = 15_000;
  /** An invoke waits less long (1.13). */
  invokeTimeoutMs = 5_000;
  /** Further attempts after the first that failed. */
  messageRepeats = 2;
  invokeRepeats = 2;
  /** Before each of them. The platform tells no figure; the bot must have time to get well again (2.7). */
  repeatDelayMs = 1_000;
  /** Streams of 3.7: their life, and the least time between two calls. */
  streamLifeMs = 120_000;
  streamPaceMs = 1_000;
  informativeBytes = KIB;
  /** False: no 429 however often the bot calls. */
  enforceRates = true;
}
