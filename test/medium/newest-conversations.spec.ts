import { type ConversationFilter } from '../../src/operator/view/newest-conversations.repository.js';
import type { ConversationRef } from '../../src/channels/index.js';
import { newId, timeOfId } from '../../src/common/index.js';
import { type Conversation, Conversations } from '../../src/operator/index.js';
import type { Row } from '../../src/persistence/index.js';
import { DATABASES } from '../support/databases.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const at = (id: string, name?: string) => ({
  conversation: { id, kind: 'group', ...(name !== undefined && { name }) } as ConversationRef,
});

describe.each(DATABASES)('the list of conversations on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const view = () => p.module.get(Conversations, { strict: false });
  const say = (text: string, place: object) =>
    p.connector.receive('ann', text, place).then(() => world.idle());
  const namesOf = (list: readonly Conversation[]) => list.map(({ conversation_id }) => conversation_id);
  const found = async (filter: ConversationFilter) => namesOf(await view().list({ limit: 9, ...filter }));

  /** The list in pages. */
  async function paged(limit: number, between: () => Promise<unknown> = async () => undefined) {
    const all: Conversation[] = [];
    for (let before: string | undefined; ; before = all.at(-1)?.key) {
      const page = await view().list({ limit, before });
      if (page.length === 0) return namesOf(all);
      all.push(...page);
      await between();
    }
  }

  beforeEach(async () => {
    p = await world.start();
    p.connector.settings = { ...p.connector.settings, groupPolicy: 'open' };
  });

  it('begins with the newest message, even of those that are seconds apart', async () => {
    for (const place of ['a', 'b', 'c', 'a']) await say('hi', at(place));
    expect(await paged(9)).toEqual(['a', 'c', 'b']);
    expect(await paged(1)).toEqual(['a', 'c', 'b']);
    const [first] = await view().list({ limit: 1 });
    const [line] = await view().messages(first!.id, { limit: 1 });
    expect(first!.last_message_at).toBe(timeOfId(line!.id));
  });

  it('shows no conversation twice, and misses none without a new message, while messages come', async () => {
    for (const place of ['a', 'b', 'c', 'd']) await say('hi', at(place));
    const waiting = ['a'];
    const seen = await paged(1, async () => {
      for (const place of waiting.splice(0)) await say('again', at(place));
    });
    expect(seen).toEqual(['d', 'c', 'b']);
    expect(await paged(9)).toEqual(['a', 'd', 'c', 'b']);
  });

  it('has conversations with nothing but a command, a pairing request or a dropped message', async () => {
    for (const [dmPolicy, from, text] of [
      ['disabled', 'eve', 'hello'],
      ['pairing', 'bob', 'hello'],
      ['open', 'ann', '/whoami'],
    ] as const) {
      p.connector.settings = { ...p.connector.settings, dmPolicy };
      await p.connector.receive(from, text).then(() => world.idle());
    }
    const listed = await view().list({ limit: 9 });
    const kinds = listed.map(async ({ id }) =>
      (await view().messages(id, { limit: 9 })).map(({ kind }) => kind),
    );
    expect(await Promise.all(kinds)).toEqual([['command'], ['pairing'], ['dropped']]);
  });

  it('is searched by name, address and id, in any case and literally', async () => {
    await say('hi', at('100%_sure', 'ÄRZTE und Freunde'));
    await say('hi', at('100 unsure', 'family\\friends'));
    const [{ id } = { id: '' }] = await view().list({ limit: 1 });
    expect(await found({ q: 'ärzte UND' })).toEqual(['100%_sure']);
    expect(await found({ q: 'SURE' })).toEqual(['100 unsure', '100%_sure']);
    expect(await found({ q: '0%_s' })).toEqual(['100%_sure']);
    expect(await found({ q: '%' })).toEqual(['100%_sure']);
    expect(await found({ q: 'Y\\f' })).toEqual(['100 unsure']);
    expect(await found({ q: id.toUpperCase() })).toEqual(['100 unsure']);
    expect(await found({ q: 'nobody' })).toEqual([]);
    expect(await found({ q: 'sure', kind: 'direct' })).toEqual([]);
    expect(await found({ kind: 'group', channel: 'fake' })).toHaveLength(2);
    expect(await found({ channel: 'imbridge' })).toEqual([]);
  });

  describe('with thousands of conversations', () => {
    const many = 9_000;
    const fill = (timeOf: (index: number) => number) =>
      p.db.transaction(async (tx) => {
        const rows = Array.from({ length: many }, (__, index): Row<'conversations'> => {
          const time = timeOf(index);
          const place = { channel: 'fake', account: 'default', conversation_id: `chat-${index}` };
          const kind = index === 0 ? 'channel' : 'direct';
          return {
            id: newId('cnv', time),
            ...place,
            kind,
            name: null,
            created_at: time,
            last_message_at: time,
          };
        });
        for (let from = 0; from < many; from += 500)
          await p.db
            .on(tx)
            .insertInto('conversations')
            .values(rows.slice(from, from + 500))
            .execute();
      });
    const newestFirst = Array.from({ length: many }, (__, index) => `chat-${many - 1 - index}`);

    it('shows each once where all had their last message at the same moment', async () => {
      await fill(() => 1_000);
      expect(await paged(1_000)).toEqual(newestFirst);
    });

    it('finds the only one of its kind behind all others', async () => {
      await fill((index) => index * 60_000);
      expect(await found({ kind: 'channel' })).toEqual(['chat-0']);
      expect(await found({ q: 'CHAT-0' })).toEqual(['chat-0']);
      expect(await found({})).toEqual(newestFirst.slice(0, 9));
    });
  });
});
