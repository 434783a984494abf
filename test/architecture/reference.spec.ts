import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['docs/reference/imbridge.md', 'docs/reference/workchat.md'];

/** `path` “title”, the form in which pages name the test of a statement. */
const TEST = /`([\w./-]+\.spec\.ts)` “([^”]+)”/g;

/** The first row of a table, and the line below it. */
const HEADING = /^\| (?:Of the specification|#|-+) +\|/;
const WHY_NONE = /_not in this release_|_no test_/;

/** Whether a title occurs in a test file: as a text of its own, with the placeholders of its table unfilled. */
const hasTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title }));

  it('names existing tests', () => {
    const missing = named.filter(({ file, title }) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !hasTitle(readFileSync(path, 'utf8'), title);
    });
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it('has in each row a test, “not in this release”, or a reason for no test', () => {
    const cells = text.split('\n').filter((line) => line.startsWith('| ') && !HEADING.test(line));
    const silent = cells.filter((row) => !row.match(TEST) && !WHY_NONE.test(row));
    expect(silent).toEqual([]);
  });
});

/** The rows of the channel's specification (spec 2-imbridge), by the names that its page uses. */
const ROWS_OF_IMBRIDGE: Readonly<Record<string, readonly string[]>> = {
  Settings: [
    'enabled',
    'serverUrl',
    'password',
    'webhookPath',
    'dmPolicy',
    'allowFrom',
    'groupPolicy',
    'groupAllowFrom',
    'groups',
    'groups.*.requireMention',
    'sendReadReceipts',
    'blockStreaming',
    'textChunkLimit',
    'chunkMode',
    'mediaMaxMb',
    'historyLimit',
    'dmHistoryLimit',
    'actions',
    'accounts',
    'mentionPatterns',
    'messages.responsePrefix',
    'gateway.trustedProxies',
  ],
  Actions: [
    'react',
    'edit',
    'unsend',
    'reply',
    'sendWithEffect',
    'renameGroup',
    'setGroupIcon',
    'addParticipant',
    'removeParticipant',
    'leaveGroup',
    'sendAttachment',
    'asVoice',
    'short or full messageId',
  ],
  'What the service does': ['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.', '9.'],
  'Setting it up': [
    '1.',
    '2.',
    '3.',
    '4.',
    '5.',
    ...['Server URL', 'Password', 'Webhook path', 'Direct-message policy', 'Allowlist'].map(
      (each) => `prompt: ${each}`,
    ),
  ],
  Targets: ['chat_guid:', 'chat_id:', 'direct handle', 'a handle without a chat'],
  'What comes in': [
    'webhook',
    'payload of the webhook',
    'attachments',
    'attachments: presented to the agent',
    'stickers',
    'media cache',
    'reactions',
    'typing and read events',
    'MessageSid, ReplyToId: short ids',
    'MessageSidFull, ReplyToIdFull',
  ],
  States: [
    'unknown sender: a code, messages ignored',
    'letting in by pairing approve imbridge <CODE>',
    '1 hour elapses',
    'short id after a restart',
    'typing before and during a reply',
  ],
  'Calls, commands and authentication': [
    'GET /api/v1/ping',
    'POST /message/text',
    'POST /chat/:id/*',
    'POST /api/v1/chat/new',
    'POST /api/v1/message/react',
    'webhook path',
    'webhook at the bridge',
    'onboard',
    'channels add imbridge',
    'pairing list, pairing approve',
    'status --all, status --deep',
    'webhook secret: guid, password or a header',
    'requests from localhost',
    'credentials stay secret',
    'a reverse proxy on the same host',
    'HTTPS and firewall',
    'password of calls to the bridge',
    'direct messages',
    'groups: who',
    'mention gating',
    'command gating',
  ],
  'Errors and limits': [
    'expired short id',
    'reaction without the Private API',
    'group icon on OS 26',
    'edit and unsend below OS 13, edit on 26',
    'chat creation without the Private API',
    'inbound media: 8 MB',
    'outbound text: 4000 characters',
    'pairing code: 1 hour',
    'historyLimit: 0',
    'REST paths with /api/v1',
    'host OS 13, 15, 26',
    'built-in plugin',
  ],
};
const ADVISORIES = ['26316', '32896', '35623', '22170', '26328'].map((each) => `CVE-2026-${each}`);
const WIRE_ROWS = [...Array.from({ length: 45 }, (_, index) => `${index + 1}`), ...ADVISORIES];

const rowsUnder = (text: string, heading: string): string[] =>
  (text.split(`\n## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '));
const firstCell = (row: string): string => row.split(' | ')[0]!.slice(2).replaceAll('`', '').trim();

describe('the page of imbridge', () => {
  const text = readFileSync(join(ROOT, 'docs/reference/imbridge.md'), 'utf8');

  it.each(Object.entries(ROWS_OF_IMBRIDGE))('has each row of “%s”', (heading, wanted) => {
    const cells = rowsUnder(text, heading).map(firstCell);
    const missing = wanted.filter(
      (each) => !cells.some((cell) => cell === each || (/[.:]$/.test(each) && cell.startsWith(each))),
    );
    expect(missing).toEqual([]);
  });

  it('has each row reported of others, with a test of its name or a reason why it cannot occur', () => {
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

/** The same for spec 3-workchat: words from the first cell of each row of its tables. */
const ROWS_OF_WORKCHAT: Readonly<Record<string, readonly string[]>> = {
  Settings: [
    'enabled',
    'appId',
    'appPassword',
    'tenantId',
    'webhook.port',
    'webhook.path',
    'dmPolicy',
    'allowFrom',
    'groupPolicy',
    'groupAllowFrom',
    'requireMention',
    'replyStyle',
    'teams',
    'textChunkLimit',
    'chunkMode',
    'mediaAllowHosts',
    'mediaAuthAllowHosts',
    'docSiteId',
    'historyLimit',
    'dmHistoryLimit',
    'dms.<user_id>.historyLimit',
    'configWrites',
  ],
  'Teams and channels': [
    'replyStyle',
    'requireMention',
    'tools',
    'toolsBySender',
    'channels.<conversationId>',
    '/team/',
    'groupId',
    'names resolved at the start',
  ],
  'Sessions and targets': [
    'direct message: agent:',
    'channel: agent:',
    'group chat: agent:',
    'user:<aad_object_id>',
    'user:<display_name>',
    'conversation:<conversation_id>',
    '@thread',
  ],
  'What goes out': [
    'send text',
    'send card',
    'send poll',
    'agent tool: action: send',
    'formatting',
    'only after contact',
    'file in a direct message',
    'file to a group or channel',
    'picture inline',
    'docSiteId missing',
  ],
  'The app package': [
    'manifestVersion',
    'version',
    'id',
    'name',
    'developer',
    'description',
    'icons',
    'accentColor',
    'bots[].botId',
    'bots[].scopes',
    'bots[].supportsFiles',
    'webApplicationInfo.id',
    'authorization.permissions.resourceSpecific[]',
    'directory permissions to add',
  ],
  Symptoms: [
    'webhook returns 401',
    'images missing in channels',
    'no response in channels',
    'old manifest',
    'empty icon',
    'ID in use',
    'generic failure',
    'sideloading',
    'resource-specific permissions',
    'docSiteId',
    'slow processing',
  ],
  'Limits and capabilities': [
    'port, history, icons',
    'private channels',
    'read and send channel text',
    'without any permission',
    'ChannelMessage.Read.Group',
    'ChatMessage.Read.Chat',
    'Files.Read.All',
    'history beyond live events',
  ],
};
const WORKCHAT_WIRE_ROWS = [
  ...Array.from({ length: 40 }, (_, index) => `${index + 1}`),
  'CVE-2026-28481',
  'CVE-2026-41405',
  'CVE-2026-43572',
  'GHSA-2gvc-4f3c-2855',
  'GHSA-w5hq-g745-h8pq',
];

describe('the page of workchat', () => {
  const text = readFileSync(join(ROOT, 'docs/reference/workchat.md'), 'utf8');

  it.each(Object.entries(ROWS_OF_WORKCHAT))('has each row of “%s”', (heading, wanted) => {
    const words = rowsUnder(text, heading).map(firstCell).join('\n');
    const isThere = (each: string) =>
      new RegExp(`(?<![\\w.])${RegExp.escape(each)}(?![\\w])`, 'i').test(words) ||
      (/\W$/.test(each) && words.includes(each));
    expect(wanted.filter((each) => !isThere(each))).toEqual([]);
  });

  it('has each row reported of others, with a test of its number or a reason for no test', () => {
    const rows = rowsUnder(text, 'Reported of connectors like this one');
    const unproven = WORKCHAT_WIRE_ROWS.filter((name) => {
      const row = rows.find((line) => namesOf(firstCell(line)).includes(name)) ?? '';
      const titles = [...row.matchAll(TEST)].map(([, , title = '']) => title);
      const isNamed = new RegExp(/^\d/.test(name) ? `\\b10\\.${name}\\b` : name);
      return !titles.some((title) => isNamed.test(title)) && !row.includes('_no test_');
    });
    expect(unproven).toEqual([]);
  });
});

/** “9 to 12” and “26, 29” each name several rows. */
function namesOf(cell: string): string[] {
  const [, from, to] = /^(\d+) to (\d+)$/.exec(cell) ?? [];
  if (from === undefined) return cell.split(', ');
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${Number(from) + index}`);
}

describe('docs/way-of-a-message.md', () => {
  const way = readFileSync(join(ROOT, 'docs/way-of-a-message.md'), 'utf8');

  it('names existing files for each step of a message', () => {
    const files = [...way.matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const modules = new Set(files.map((file) => file.split('/')[1]));
    expect([...modules]).toEqual(expect.arrayContaining(['inbound', 'turns', 'conversations', 'delivery']));
  });
});
