import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Actor, Grants, Identities, SYSTEM, Users } from '../../src/access-control/index.js';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { PollAdminService } from '../../src/operator/index.js';
import { PeopleModule, People, PersonFinder, PersonSettings } from '../../src/people/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { WorkchatPipelines } from '../support/workchat-pipeline.js';
import type { Place } from '../support/workchat-world.js';

const OWNER: Actor = { id: 'token:owner', role: 'owner' };

/** Real: the connector, the pipeline and the database. The cloud is the simulator. */
describe.each(DATABASES)('an erased person of workchat on %s', (_, open) => {
  const chat = new WorkchatPipelines(open);
  const { service, idle, say } = chat;

  it('leaves no vote in the file of polls, and no reference to their chat, however their id is typed', async () => {
    const { cloud, irene } = chat;
    const [id, ben] = [irene.user.aadObjectId, cloud.addContact('Ben Ito')];
    const p = await chat.start(
      { allowFrom: [id, ben.user.aadObjectId], groupPolicy: 'open' },
      { modules: [PeopleModule] },
    );
    const crew: Place = cloud.world.addGroupChat({ members: [irene.user, ben.user], hasBot: true });
    cloud.people.write({ from: irene.user, text: 'strawberry fields' });
    say('hello', crew);
    await idle();
    const { pollId } = await service(PollAdminService).send(SYSTEM, {
      channel: 'workchat',
      target: `conversation:${crew.id}`,
      question: 'Which day?',
      options: ['Monday', 'Friday'],
    });
    await idle();
    const poll = cloud.botMessages(crew).at(-1)!;
    await cloud.cards.submit(irene.user, poll, { inputs: { choices: '1' } });
    await cloud.cards.submit(ben.user, poll, { inputs: { choices: '0' } });
    const votes = async () => {
      const text = await readFile(join(chat.stateDir, 'workchat-polls.json'), 'utf8').catch(() => '{}');
      const { polls = {} } = JSON.parse(text) as { polls?: Record<string, { votes: object }> };
      return Object.keys(polls[pollId]?.votes ?? {}).sort();
    };
    await eventually(async () => (await votes()).length === 2, { what: 'both votes in the file' });

    const people = service(People);
    const person = () => service(PersonFinder).find({ channel: 'workchat', sender: ` ${id.toUpperCase()} ` });
    expect(await people.count(await person())).toMatchObject({ votes: 1, connector_notes: 2, messages: 4 });
    await people.erase(OWNER, await person());
    expect(await votes()).toEqual([ben.user.aadObjectId]);
    expect(await people.count(await person())).toEqual({});
    const rows = async (table: 'connector_state' | 'transcript' | 'poll_votes' | 'conversations') =>
      JSON.stringify(await p.db.on().selectFrom(table).selectAll().execute());
    for (const table of ['connector_state', 'transcript', 'poll_votes', 'conversations'] as const)
      expect([table, await rows(table)]).not.toEqual([table, expect.stringMatching(new RegExp(id, 'i'))]);
    expect(await rows('connector_state')).toContain(crew.id);
  });

  /** The user to whom a sender is linked. */
  const userOf = async (senderId: string) => {
    const { id } = await service(Users).create(OWNER, { displayName: 'Irene', email: 'irene@example.com' });
    const key = { channel: 'workchat', account: DEFAULT_ACCOUNT, senderId };
    await service(Grants).create(OWNER, key);
    await service(Identities).add(OWNER, id, key);
    return id;
  };

  it.each([
    'the account of the bot channel',
    'the directory id',
    'a user with the account of the bot channel',
    'a user with the directory id',
  ])('is found by %s, whichever of the two their rows have', async (named) => {
    const { cloud, irene } = chat;
    const { id: account, aadObjectId: id } = irene.user;
    await chat.start({ allowFrom: [id] }, { modules: [PeopleModule] });
    cloud.people.write({ from: irene.user, text: 'strawberry fields' });
    await idle();
    const sender = named.endsWith('the directory id') ? id : account;
    const who = named.startsWith('a user')
      ? { userId: await userOf(sender) }
      : { channel: 'workchat', sender };
    const person = await service(PersonFinder).find(who);
    expect(person.addresses.map(({ senderId }) => senderId).sort()).toEqual([account, id].sort());
    expect(service(PersonSettings).naming(person)).toEqual(['channels.workchat.allowFrom[0]']);
    expect(await service(People).count(person)).toMatchObject({ messages: 2, events: 1 });
    await service(People).erase(OWNER, person);
    expect(await service(People).count(person)).toEqual({});
  });
});
