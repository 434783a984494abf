import type { DeliveryAttempt, MediaContent } from '../../channels/index.js';
import { type BridgeMessage, cleanText } from '../service/messages/message.js';

/** Recognises the row that a send of ours leaves in the bridge's database. */
export interface SentRowMatcher {
  /** The row that this message makes, whoever sent it. */
  readonly matches: (row: BridgeMessage) => boolean;
  /** It may turn out to be it: a file's row is there before the file is joined to it (wire 3.4). */
  readonly mayMatch: (row: BridgeMessage) => boolean;
  /** Longest the bridge works on the send, until it has answered or given up, ms. */
  readonly longestMs: number;
  /** Longest a row may still come after the bridge gave up waiting for it, ms. */
  readonly lateRowMs: (code: 'remote-error' | 'timeout') => number;
}

/** The helper's two minutes, the row's one, and some more (wire 2.3). */
const LONGEST_TEXT_MS = 200_000;
/** The bridge waits up to 60 s for a row and answers with a fault when it comes later still (wire 2.3). */
const LATE_ROW_MS = 65_000;
/** The bridge goes on with a file for so long, though its answer gives up after five minutes (wire 2.4). */
const LONGEST_FILE_MS = 20 * 60_000;

export const LATEST_ROW_MS = LATE_ROW_MS;

export function matcherOf({ content }: DeliveryAttempt): SentRowMatcher {
  return content.kind === 'media' ? fileMatcher(content) : textMatcher(content.text);
}

function textMatcher(text: string): SentRowMatcher {
  const wanted = comparable(text);
  return {
    matches: (row) => comparable(row.text) === wanted,
    mayMatch: () => false,
    longestMs: LONGEST_TEXT_MS,
    lateRowMs: () => LATE_ROW_MS,
  };
}

/**
 * A file's row has no words and one file: of that name and size, or, where the bridge makes a voice memo of an MP3, of
 * that name with another ending. The bridge repeats the tempGuid in the echo only, not in the row.
 */
function fileMatcher({ filename, bytes, asVoice }: MediaContent): SentRowMatcher {
  const isWordless = (row: BridgeMessage) => row.text === '' && !row.isUnsent && row.itemType === 0;
  const name = asVoice ? stemOf : comparable;
  return {
    matches: (row) =>
      isWordless(row) &&
      row.attachments.some(
        (file) => name(file.name) === name(filename) && (asVoice || file.bytes === 0 || file.bytes === bytes),
      ),
    mayMatch: (row) => isWordless(row) && row.attachments.length === 0,
    longestMs: LONGEST_FILE_MS,
    lateRowMs: (code) => (code === 'timeout' ? LONGEST_FILE_MS : LATE_ROW_MS),
  };
}

/** Line ends and composed characters may come back otherwise than they were sent; file systems decompose names. */
const comparable = (text: string): string => cleanText(text).replace(/\r\n?/g, '\n').normalize('NFC');
const stemOf = (name: string): string => comparable(name).replace(/(?:\.[a-z0-9]{1,4}){1,9}$/i, '');
