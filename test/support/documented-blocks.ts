import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token } from 'marked';

const DOCS = join(import.meta.dirname, '../../docs');
/** A block without a language is one of commands when it begins with one. */
const COMMANDS = /^(gatehouse|npm|curl|docker) [a-z]/;

/** The pages that a reader follows, by their paths below `docs`; decisions have no commands. */
export const PAGES: readonly string[] = globSync('{guide,operations,reference}/*.md', { cwd: DOCS }).sort();

export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  const collect = (token: Token) => {
    if (token.type === 'code')
      blocks.push({ language: (token.lang as string | undefined) ?? '', text: token.text as string });
  };
  void marked.walkTokens(marked.lexer(readFileSync(join(DOCS, page), 'utf8')), collect);
  return blocks;
}

const isCommands = ({ language, text }: Block): boolean =>
  language === 'sh' || (language === '' && COMMANDS.test(text));

/** The command blocks of a page, in order. */
export const commandsOf = (page: string): string[] =>
  blocksOf(page)
    .filter(isCommands)
    .map(({ text }) => text);
