import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token } from 'marked';

const DOCS = join(import.meta.dirname, '../../docs');
/** A block without a language is one of commands when it begins with one. */
const COMMANDS = /^(gatehouse|npm|curl|docker) [a-z]/;

/** The pages that a reader follows, by their paths below `docs`; decisions have no commands. */
export const PAGES: readonly string[] = globSync('{guide,guide/models,operations,reference}/*.md', {
  cwd: DOCS,
}).sort();

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

/** Command blocks that no test runs, by their page and their beginning, and why. */
export const EXCEPTIONS: readonly (readonly [page: string, begin: string, why: string])[] = [
  ['guide/imbridge.md', 'gatehouse onboard', 'asks at a terminal: src/cli/onboard.spec.ts answers it'],
  [
    'guide/tools.md',
    'npm install --global',
    'asks the registry: test/e2e/docs-tools.spec.ts has the server from the dev dependencies',
  ],
  [
    'operations/container.md',
    'docker ',
    'needs an engine: test/e2e/container.spec.ts does the steps of the image',
  ],
  [
    'operations/container.md',
    'openssl rand',
    'needs an engine: test/architecture/deploy.spec.ts reads the files',
  ],
  ['operations/people.md', 'gatehouse people export', 'test/e2e/people.spec.ts runs each, with a person'],
  [
    'operations/plugins.md',
    'gatehouse plugins install',
    'a choice: test/e2e/plugins.spec.ts installs each kind',
  ],
  [
    'operations/traces.md',
    'docker run',
    'needs an engine: test/e2e/traces.spec.ts has a collector of its own',
  ],
  [
    'operations/running.md',
    'curl -fsSL https://releases.example.org',
    'asks an address: scripts/bundle/install-script.spec.ts has a server of its own',
  ],
  [
    'operations/running.md',
    'npm run release',
    'builds in the checkout: test/e2e/fresh-machine.mjs does it in a clone',
  ],
  [
    'operations/running.md',
    'install=',
    'needs releases: scripts/bundle/install-script.spec.ts runs each with a small feed',
  ],
  [
    'operations/running.md',
    'npm ci',
    'builds in the checkout: test/e2e/fresh-machine.mjs does it in a clone',
  ],
  [
    'operations/running.md',
    'npm install --global',
    'is done for all e2e tests: test/support/installed-program.mjs',
  ],
];

const isCommands = ({ language, text }: Block): boolean =>
  language === 'sh' || (language === '' && COMMANDS.test(text));

/** Whether a block belongs to an exception. */
export const exceptionOf = (page: string, block: string) =>
  EXCEPTIONS.find(([excepted, begin]) => excepted === page && block.startsWith(begin));

/** All command blocks of a page, in order. */
export const allCommandsOf = (page: string): string[] =>
  blocksOf(page)
    .filter(isCommands)
    .map(({ text }) => text);

/** Those that a test has to run. */
export const commandsOf = (page: string): string[] =>
  allCommandsOf(page).filter((block) => !exceptionOf(page, block));
