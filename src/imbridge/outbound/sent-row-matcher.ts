import type { DeliveryAttempt, MediaContent } from '../../channels/index.js';
import { type Likeness, likenessOf, plainName } from '../../common/index.js';
import type { BridgeFile, BridgeMessage } from '../service/messages/message.js';

/** Recognises the row of one of our sends in the bridge's database. */
export interface SentRowMatcher {
  /** How the row is like this message, from any sender. */
  readonly likeness: (row: BridgeMessage) => Likeness;
  /** Whether the row may turn out to match: a file's row exists before the file is joined to it (wire 3.4). */
  readonly mayMatch: (row: BridgeMessage) => boolean;
  /** The longest time in ms until the bridge answers or gives up the send. */
  readonly longestMs: number;
  /** The longest time in ms in which a row may appear after the bridge gave up. */
  readonly lateRowMs: (code: 'remote-error' | 'timeout') => number;
}

/** The helper's two minutes, the row's one, and some more (wire 2.3). */
const LONGEST_TEXT_MS = 200_000;
/** The bridge waits up to 60 s for a row, and answers with a fault when the row comes later than that (wire 2.3). */
const LATE_ROW_MS = 65_000;
/** The bridge continues with a file for this long, although its answer gives up after five minutes (wire 2.4). */
const LONGEST_FILE_MS = 20 * 60_000;

export const LATEST_ROW_MS = LATE_ROW_MS;

export function matcherOf({ content }: DeliveryAttempt): SentRowMatcher {
  return content.kind === 'media' ? fileMatcher(content) : textMatcher(content.text);
}

function textMatcher(text: string): SentRowMatcher {
  return {
    likeness: (row) => likenessOf(text, row.text),
    mayMatch: () => false,
    longestMs: LONGEST_TEXT_MS,
    lateRowMs: () => LATE_ROW_MS,
  };
}

/**
 * A file's row has no text and one file of the same name and size, or, where the bridge makes a voice memo of an MP3,
 * of the same name with another ending. The bridge repeats the tempGuid only in the echo, not in the row.
 */
function fileMatcher({ filename, bytes, asVoice }: MediaContent): SentRowMatcher {
  const isWordless = (row: BridgeMessage) => row.text === '' && !row.isUnsent && row.itemType === 0;
  const name = asVoice ? stemOf : plainName;
  const isIt = (file: BridgeFile) =>
    name(file.name) === name(filename) && (asVoice || file.bytes === 0 || file.bytes === bytes);
  return {
    likeness: (row) => (isWordless(row) && row.attachments.some(isIt) ? 'equal' : 'other'),
    mayMatch: (row) => isWordless(row) && row.attachments.length === 0,
    longestMs: LONGEST_FILE_MS,
    lateRowMs: (code) => (code === 'timeout' ? LONGEST_FILE_MS : LATE_ROW_MS),
  };
}

const stemOf = (name: string): string => plainName(name).replace(/(?:\.[a-z0-9]{1,4}){1,9}$/i, '');
