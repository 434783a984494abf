import type { Range } from './fences.js';

/* `[text](address "title")`, or a bare address. The lengths are limited so that no text makes the search slow. */
const MARKDOWN =
  /\[[^[\]\n]{0,500}\]\((?:[^()\s]|\([^()\s]{0,500}\)){0,4000}(?:[^\S\n]{1,9}"[^"\n]{0,200}")?\)/;
const ADDRESS = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>]+/;
const LINK = new RegExp(`${MARKDOWN.source}|${ADDRESS.source}`, 'gi');

/** The links of a text, in order. */
export const linksOf = (text: string): Range[] =>
  [...text.matchAll(LINK)].map(({ index, 0: link }) => ({ start: index, end: index + link.length }));
