import { endingOf, safeFileName } from '../../media/index.js';

/** A library allows 255, and appends a number to a name already in use. */
const MAX_CHARS = 128;
/** Names that Windows and the library reserve, with any ending (wire 5.4). */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|\.lock|desktop\.ini)(?:\.|$)|^~\$|_vti_/i;

/** Makes a name valid for a document library; the extension always stays. */
export function siteFileName(name: string): string {
  const safe = safeFileName(name.replace(/["*:<>?/\\|]+/g, '_')) ?? 'file';
  const free = RESERVED.test(safe) ? `file ${safe.replace(/^~\$|_vti_/gi, '')}` : safe;
  return shortened(free).replace(/^[.\s]+|[.\s]+$/g, '') || 'file';
}

/** The extension for the card of a file: lower-case, without the dot. */
export const fileTypeIn = (name: string): string => endingOf(name);

function shortened(name: string): string {
  if (name.length <= MAX_CHARS) return name;
  const ending = endingOf(name);
  const tail = ending === '' || ending.length > 16 ? '' : name.slice(-ending.length - 1);
  return `${name.slice(0, MAX_CHARS - tail.length).replace(/[\ud800-\udbff]$/, '')}${tail}`;
}
