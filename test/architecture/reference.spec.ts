import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['docs/reference/imbridge.md', 'docs/reference/workchat.md'];

/** `path` “title”, as pages name the test of what they tell. */
const TEST = /`([\w./-]+\.spec\.ts)` “([^”]+)”/g;

/** The first row of a table, and the line below it. */
const HEADING = /^\| (?:Of the specification|#|-+) +\|/;
const WHY_NONE = /_not in this release_|_no test_/;

/** Where a title stands in a test file: as a text of its own, with its row's values still unfilled. */
const hasTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title }));

  it('names tests that there are', () => {
    const missing = named.filter(({ file, title }) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !hasTitle(readFileSync(path, 'utf8'), title);
    });
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it('has in each row a test, or says that it is not in this release, or why there is none', () => {
    const cells = text.split('\n').filter((line) => line.startsWith('| ') && !HEADING.test(line));
    const silent = cells.filter((row) => !row.match(TEST) && !WHY_NONE.test(row));
    expect(silent).toEqual([]);
  });
});

/** The rows of the specification of the channel (spec 2-imbridge), as its page names them. */
const ROWS_OF_IMBRIDGE: Readonly<Record<string, readonly string[]>> = {
  Settings: [
    ...[
      'enabled',
      'serverUrl',
      'password',
      'webhookPath',
      'dmPolicy',
      'allowFrom',
      'groupPolicy',
      'groupAllowFrom',
    ],
    ...[
      'groups',
      'groups.*.requireMention',
      'sendReadReceipts',
      'blockStreaming',
      'textChunkLimit',
      'chunkMode',
    ],
    ...['mediaMaxMb', 'historyLimit', 'dmHistoryLimit', 'actions', 'accounts', 'mentionPatterns'],
    ...['messages.responsePrefix', 'gateway.trustedProxies'],
  ],
  Actions: [
    ...[
      'react',
      'edit',
      'unsend',
      'reply',
      'sendWithEffect',
      'renameGroup',
      'setGroupIcon',
      'addParticipant',
    ],
    ...['removeParticipant', 'leaveGroup', 'sendAttachment', 'asVoice', 'short or full messageId'],
  ],
  'What the service does': ['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.', '9.'],
  'Setting it up': [
    ...['1.', '2.', '3.', '4.', '5.'],
    ...['Server URL', 'Password', 'Webhook path', 'Direct-message policy', 'Allowlist'].map(
      (each) => `prompt: ${each}`,
    ),
  ],
  Targets: ['chat_guid:', 'chat_id:', 'direct handle', 'a handle without a chat'],
};
const ADVISORIES = ['26316', '32896', '35623', '22170', '26328'].map((each) => `CVE-2026-${each}`);
const WIRE_ROWS = [...Array.from({ length: 45 }, (_, index) => `${index + 1}`), ...ADVISORIES];

describe('the page of imbridge', () => {
  const text = readFileSync(join(ROOT, 'docs/reference/imbridge.md'), 'utf8');
  const rowsUnder = (heading: string) =>
    (text.split(`\n## ${heading}\n`)[1] ?? '')
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| '));
  const firstCell = (row: string) => row.split(' | ')[0]!.slice(2).replaceAll('`', '').trim();

  it.each(Object.entries(ROWS_OF_IMBRIDGE))('has each row of “%s”', (heading, wanted) => {
    const cells = rowsUnder(heading).map(firstCell);
    const missing = wanted.filter(
      (each) => !cells.some((cell) => cell === each || (/[.:]$/.test(each) && cell.startsWith(each))),
    );
    expect(missing).toEqual([]);
  });

  it('has each row of what is reported of others, with a test of its name, or says why it cannot occur', () => {
    const rows = text.split('\n## Reported of others').slice(1).join('\n').split('\n');
    const unproven = WIRE_ROWS.filter((name) => {
      const row = rows.find((line) => line.startsWith('| ') && firstCell(line) === name) ?? '';
      const isNamed = new RegExp(name.startsWith('CVE') ? name : `\\brow ${name}\\b`);
      const titles = [...row.matchAll(TEST)].map(([, , title = '']) => title);
      return !titles.some((title) => isNamed.test(title)) && !/Cannot occur: .*_no test_/.test(row);
    });
    expect(unproven).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const way = /^## The way of a message[^]*?(?=^## )/m.exec(text)?.[0] ?? '';

  it('leads a reader along files that there are, those of each step of a message', () => {
    const files = [...way.matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const steps = files.map((file) => file.split('/').slice(1, -1).join('/'));
    const parts = readdirSync(join(ROOT, 'src/conversations'), { withFileTypes: true });
    const shown = parts.filter((each) => each.isDirectory() && steps.includes(`conversations/${each.name}`));
    expect(shown.length).toBeGreaterThanOrEqual(7);
  });
});
