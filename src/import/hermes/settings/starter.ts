import { createHash } from 'node:crypto';

const HEADING = '# Hermes Agent Persona';

/** Of the sentences that releases put into SOUL.md, in one paragraph. */
const KNOWN: ReadonlySet<string> = new Set([
  '28aeaa235bcf',
  '35fc16aa7b01',
  '2ae5b8ec4d70',
  '4cee9f43a5c4',
  'd672bf01a6ac',
]);

const digestOf = (sentence: string): string =>
  createHash('sha256').update(sentence).digest('hex').slice(0, 12);

/** Whether a SOUL.md is as the peer wrote it: a heading, comments and known sentences, and no word of its owner. */
export const isStarter = (text: string): boolean =>
  text
    .replaceAll(/<!--.*?-->/gs, '')
    .replace(HEADING, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=\.) /)
    .every((sentence) => sentence === '' || KNOWN.has(digestOf(sentence)));
