const KIB = 1024;
const MIB = 1024 * KIB;

/** Size and time limits of the platform. A test may change any of them while the simulator runs. */
export class Limits {
  /** UTF-16 bytes of text, mentions, cards and entities; base64 pictures are not counted (3.4). */
  messageBytes = 100 * KIB;
  /** Larger bodies are refused regardless of content: inline pictures work up to about 4 MB (5.3). */
  bodyBytes = 6 * MIB;
  attachmentsPerMessage = 10;
  /** Members per page, regardless of `pageSize`; undefined: 50 to 500 as requested (3.1). */
  membersPageSize: number | undefined;
  /** Entries per Graph page, regardless of `$top`; undefined: as requested. */
  graphPageSize: number | undefined;
  /** Maximum of a plain PUT of a file; older pages of the documentation say 4 MB (5.4). */
  simpleUploadBytes = 250 * MIB;
  /** Pieces of an upload session are multiples of this, except the last one (5.2). */
  uploadPieceBytes = 320 * KIB;
  /** Maximum size of a piece, including the only one of a small file (Graph, createUploadSession). */
  uploadPieceMostBytes = 60 * MIB;
  uploadSessionMs = 15 * 60_000;
  /** Lifetime of a pre-signed download: "a few minutes" (1.16). */
  downloadUrlMs = 5 * 60_000;
  tokenSeconds = 3599;
  /** Time after which the channel stops waiting for the bot's answer (1.18). */
  answerTimeoutMs = 15_000;
  /** Shorter time-out of an invoke (1.13). */
  invokeTimeoutMs = 5_000;
  /** Further attempts after a failed first one. */
  messageRepeats = 2;
  invokeRepeats = 2;
  /** Delay before each repeat. The platform documents no figure; the bot must have time to recover (2.7). */
  repeatDelayMs = 1_000;
  /** Lifetime of a stream, and the minimum time between two of its calls (3.7). */
  streamLifeMs = 120_000;
  streamPaceMs = 1_000;
  informativeBytes = KIB;
  /** False: no 429, regardless of the bot's call rate. */
  enforceRates = true;
}
