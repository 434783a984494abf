import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Grants, SYSTEM } from '../../src/access-control/index.js';
import { type AccountSettings, DEFAULT_ACCOUNT, type InboundMessage } from '../../src/channels/index.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE } from '../support/fake-connector.js';
import { type Pipeline, startPipeline } from '../support/pipeline.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/reference/access.md'), 'utf8');

type Case = Readonly<Record<string, string>>;

/** The rows of the table under a heading, with `any` and lists written out. */
function casesUnder(heading: string, values: Readonly<Record<string, readonly string[]>>): Case[] {
  const section = PAGE.slice(PAGE.indexOf(`## ${heading}`)).split('\n## ')[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const [header, , ...body] = cells;
  return body.flatMap((row) => {
    const written = row.map((cell, index) => (cell === 'any' ? values[header![index]!]! : cell.split(',')));
    return product(written).map((each) =>
      Object.fromEntries(each.map((cell, index) => [header![index]!, cell])),
    );
  });
}

const product = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((all, list) => all.flatMap((head) => list.map((each) => [...head, each])), [[]]);

const DIRECT = {
  Policy: ['disabled', 'pairing', 'allowlist', 'open'],
  Sender: ['listed', 'granted', 'other'],
  Command: ['yes', 'no'],
};
const GROUP = {
  Policy: ['disabled', 'excluded', 'allowlist', 'open'],
  Sender: ['listed', 'granted', 'direct only', 'other'],
  Mention: ['yes', 'needless', 'no'],
  Command: ['yes', 'no'],
};
const TABLES = [
  ['Direct chats', DIRECT],
  ['Groups and channels', GROUP],
] as const;

const listOf = (...names: string[]) => ({
  anyone: false,
  keys: new Set(names.map((name) => `sender:${name}`)),
});

describe.each(TABLES)('the table of %s', (heading, values) => {
  it('tells every case once', () => {
    const told = casesUnder(heading, values).map(({ Outcome: _, ...each }) =>
      Object.values(each).join(' / '),
    );
    expect([...told].sort()).toEqual(
      product(Object.values(values))
        .map((each) => each.join(' / '))
        .sort(),
    );
  });
});

describe.each(DATABASES)('access on %s', (_, open) => {
  let database: TestDatabase;
  let p: Pipeline;

  beforeAll(async () => {
    database = await open();
    p = await startPipeline(database, {
      config: {
        session: { dmScope: 'per-sender' },
        messages: { groupChat: { mentionPatterns: ['\\bbot\\b'] } },
      },
    });
    const place = { channel: FAKE, account: DEFAULT_ACCOUNT };
    await p.module.get(Grants, { strict: false }).create(SYSTEM, { ...place, senderId: 'granted' });
  });
  afterAll(async () => {
    await p.stop();
    await database.close();
  });

  let count = 0;
  const idle = () => eventually(async () => (await p.queue.depth()).size === 0, { what: 'an idle queue' });

  function settingsFor({ Policy = '', Mention = '' }: Case): Partial<AccountSettings> {
    const groupPolicy = Policy === 'excluded' ? 'allowlist' : Policy;
    const group = () => ({ isExcluded: Policy === 'excluded', requireMention: Mention !== 'needless' });
    return { dmPolicy: Policy, groupPolicy, group } as Partial<AccountSettings>;
  }

  /** Plays a case. @returns its outcome, in the words of the table */
  async function play(each: Case, place: Partial<InboundMessage>): Promise<string> {
    // A stranger asks for pairing anew each time.
    const sender = each.Sender === 'other' ? `other-${++count}` : each.Sender!;
    const lists = {
      allowFrom: listOf(place.conversation ? 'direct only' : 'listed'),
      groupAllowFrom: listOf('listed'),
    };
    p.connector.settings = { ...p.connector.settings, ...settingsFor(each), ...lists };
    const before = { sent: p.connector.sent.length, asked: p.runtime.asked.length };
    const text = `${each.Command === 'yes' ? '/whoami' : 'hello'} ${++count}`;
    await p.connector.receive(sender, text, { mentionsUs: each.Mention === 'yes', ...place });
    await idle();
    const [event] = await database.db
      .on()
      .selectFrom('inbound_events')
      .select(['outcome', 'reason'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    const said = p.connector.sent.slice(before.sent).map((sent) => sent.text);
    expect(p.runtime.asked.length - before.asked).toBe(event!.outcome === 'turn' ? 1 : 0);
    return outcomeOf({ ...event!, said });
  }

  const outcomeOf = ({
    outcome,
    reason,
    said,
  }: {
    outcome: string | null;
    reason: string | null;
    said: string[];
  }) => {
    if (outcome === 'dropped') return said.length === 0 ? `dropped: ${reason}` : 'said something';
    if (outcome === 'heard') return 'context';
    if (outcome === 'pairing') return /[A-Z0-9]{8}/.test(said[0] ?? '') ? 'code' : 'no code';
    if (outcome === 'turn') return said[0]?.startsWith('echo: hello') ? 'answer' : 'no answer';
    if (said.length === 0) return 'silence';
    return said[0]!.startsWith('sender: ') ? 'command' : 'refusal';
  };

  it.each(casesUnder('Direct chats', DIRECT))(
    '$Policy, $Sender, command $Command: $Outcome',
    async (each) => {
      expect(await play(each, {})).toBe(each.Outcome);
    },
  );

  it.each(casesUnder('Groups and channels', GROUP))(
    'in a group $Policy, $Sender, mention $Mention, command $Command: $Outcome',
    async (each) => {
      const conversation = { id: 'group-1', kind: 'group' } as unknown as InboundMessage['conversation'];
      expect(await play(each, { conversation })).toBe(each.Outcome);
    },
  );
});
