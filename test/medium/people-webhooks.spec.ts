import type { Actor } from '../../src/access-control/index.js';
import type { SenderId } from '../../src/channels/index.js';
import { PeopleModule, People, PersonFinder } from '../../src/people/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE } from '../support/fake-channel.js';
import type { Pipeline } from '../support/pipeline.js';
import { webhookWorld } from '../support/webhook-world.js';

const OWNER: Actor = { id: 'token:owner', role: 'owner' };
const ROBIN = 'robin.4711@example.org';
const HOUR_MS = 3_600_000;

describe.each(DATABASES)('webhooks of an erased person on %s', (_, open) => {
  const world = webhookWorld(open);
  const { listen, tries } = world;
  const sender = { id: ROBIN as SenderId, isSelf: false };
  const people = ({ module }: Pipeline) => module.get(People, { strict: false });
  const person = ({ module }: Pipeline) =>
    module.get(PersonFinder, { strict: false }).find({ channel: FAKE, sender: ROBIN });
  const erase = async (p: Pipeline) => people(p).erase(OWNER, await person(p));
  const bodies = async ({ db }: Pipeline) =>
    (await db.on().selectFrom('webhook_messages').select('body').execute()).map(({ body }) => body);

  it('get no message about them that waited, and those of others, a group among them', async () => {
    const { receiver, entry } = await listen('crm', ['message.*'], { includeText: true });
    receiver.answer = () => ({ status: 500 });
    const p = await world.start([entry], [PeopleModule]);
    p.connector.settings = { ...p.connector.settings, groupPolicy: 'open' };
    await p.connector.receive(ROBIN, 'strawberry fields', { sender });
    await p.connector.receiveInGroup('group-1', ROBIN, 'my group words', { mentionsUs: true, sender });
    await p.connector.receiveInGroup('group-1', 'ann', 'good night', { mentionsUs: true });
    await world.world.idle(p);
    await world.failed(p);
    expect((await bodies(p)).filter((body) => body.includes(ROBIN))).toHaveLength(4);
    const counts = await people(p).count(await person(p));
    expect(counts.webhook_messages).toBe(4);
    await erase(p);
    const left = (await bodies(p)).join('\n');
    expect(left).not.toMatch(/robin|strawberry|my group words/);
    const before = receiver.tries.length;
    receiver.answer = () => ({ status: 204 });
    world.clock.advance(HOUR_MS);
    world.look(p, ['crm']);
    await eventually(async () => (await bodies(p)).length === 0);
    const told = receiver.tries.slice(before);
    expect(told.map(({ data }) => data.text)).toEqual(['good night', 'echo: good night']);
  });

  it('get none that was read to be sent behind the one that is under way', async () => {
    const { receiver, entry } = await listen('crm', ['message.*'], { includeText: true });
    const gate = Promise.withResolvers<undefined>();
    receiver.answer = () => ({ status: 500 });
    const p = await world.start([entry], [PeopleModule]);
    await p.connector.receive(ROBIN, 'first', { sender });
    await world.world.idle(p);
    await eventually(async () => (await bodies(p)).length === 2);
    await world.failed(p);
    const before = receiver.tries.length;
    receiver.answer = async () => {
      await gate.promise;
      return { status: 204 };
    };
    world.clock.advance(HOUR_MS);
    world.look(p, ['crm']);
    await tries(receiver, before + 1);
    await erase(p);
    expect(await bodies(p)).toEqual([]);
    gate.resolve(undefined);
    await p.connector.receive('ann', 'hello');
    await eventually(() => receiver.tries.some(({ data }) => data.text === 'echo: hello'));
    expect(receiver.tries.length).toBeGreaterThan(before + 1);
    expect(receiver.tries.slice(before + 1).every(({ data }) => data.sender_id === 'ann')).toBe(true);
  });

  it('get the pseudonym where the person only acted on another person', async () => {
    const { receiver, entry } = await listen('crm', ['conversation.*']);
    receiver.answer = () => ({ status: 500 });
    const p = await world.start([entry], [PeopleModule]);
    const body = JSON.stringify({
      type: 'conversation.released',
      timestamp: '2026-11-26T12:00:00.000Z',
      data: {
        channel: FAKE,
        account: 'default',
        conversation_id: 'chat-ann',
        since: null,
        by: `sender:${FAKE}:${ROBIN}`,
      },
    });
    const row = {
      id: 'msg_x',
      webhook: 'crm',
      lane: 'x',
      type: 'conversation.released',
      body,
      created_at: 1,
    };
    await p.db.on().insertInto('webhook_messages').values(row).execute();
    const { pseudonym } = await erase(p);
    expect(await bodies(p)).toEqual([body.replace(ROBIN, pseudonym)]);
  });
});
