import fc from 'fast-check';
import type { AccountSettings } from '../../src/channels/index.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { type Pipeline, startPipeline } from '../support/pipeline.js';

const PEOPLE = ['ann', 'ben', 'eve'] as const;
const GROUPS = ['g1', 'g2'] as const;
/** What is written: by whom, where (undefined = a direct chat), and whether the assistant is meant. */
const message = fc.record({
  from: fc.constantFrom(...PEOPLE),
  group: fc.option(fc.constantFrom(...GROUPS), { nil: undefined }),
  mentionsUs: fc.boolean(),
});

const LET_IN = { anyone: false, keys: new Set(['sender:ann', 'sender:ben']) };

/** `eve` is never let in, neither directly nor in groups. */
const settings: Partial<AccountSettings> = {
  dmPolicy: 'allowlist',
  allowFrom: LET_IN,
  groupPolicy: 'allowlist',
  groupAllowFrom: LET_IN,
};

describe.each(DATABASES)('any interleaving on %s', (_, open) => {
  let database: TestDatabase;
  let p: Pipeline;
  beforeAll(async () => {
    database = await open();
    p = await startPipeline(database, { config: { session: { dmScope: 'per-sender' } } });
    p.connector.settings = { ...p.connector.settings, ...settings };
  });
  afterAll(async () => {
    await p.stop();
    await database.close();
  });

  it('is answered in order, each message has one outcome, and no text of a stranger reaches the model', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 25 }), async (messages) => {
        round++;
        const before = { asked: p.runtime.asked.length, sent: p.connector.sent.length };
        const written = messages.map((each, index) => ({ ...each, text: `${each.from} ${round}.${index}` }));
        // As connectors do it: a conversation's messages one after another, conversations side by side.
        const placeOf = ({ from, group }: (typeof written)[number]) => group ?? `chat-${from}`;
        const places = Map.groupBy(written, placeOf);
        await Promise.all(
          [...places.values()].map(async (inPlace) => {
            for (const { from, group, text, mentionsUs } of inPlace)
              await (group === undefined
                ? p.connector.receive(from, text)
                : p.connector.receiveInGroup(group, from, text, { mentionsUs }));
          }),
        );
        await eventually(async () => (await p.queue.depth()).size === 0, { what: 'an idle queue' });

        const answered = written.filter(
          ({ from, group, mentionsUs }) => from !== 'eve' && (group === undefined || mentionsUs),
        );
        const sent = p.connector.sent.slice(before.sent);
        // Once each, and in the order of their conversation.
        for (const place of [...GROUPS, ...PEOPLE.map((name) => `chat-${name}`)]) {
          const here = answered.filter((each) => placeOf(each) === place);
          expect(sent.filter(({ conversation }) => conversation === place).map(({ text }) => text)).toEqual(
            here.map(({ text }) => `echo: ${text}`),
          );
        }
        const asked = p.runtime.asked.slice(before.asked);
        expect(asked).toHaveLength(answered.length);
        const seen = JSON.stringify(asked.map(({ message: said, history }) => [said, history]));
        expect(seen).not.toMatch(/\beve\b/);

        const outcomes = await database.db
          .on()
          .selectFrom('inbound_events')
          .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
          .groupBy('state')
          .execute();
        expect(outcomes.map(({ state }) => state)).toEqual(['done']);
      }),
      { numRuns: 15 },
    );
  });
});
