import { START, WorkplaceSetup } from '../testing/workplace.js';
import type { WorkplaceExampleId } from './fixtures.js';
import { WORKPLACE_EXAMPLES } from './fixtures.js';
import type { Activity, Conversation, Message, Team, User } from './types.js';

const t = new WorkplaceSetup();
let irene: User;
let personal: Conversation;
let group: Conversation;
let channel: Conversation;
let team: Team;

beforeEach(async () => {
  await t.start();
  const { world } = t.sut;
  irene = world.addUser({
    name: 'Irene Paz',
    id: '29:1kQvT8mZr0bLxWcYpN4sHdJfUeG2aO7iRt',
    aadObjectId: '0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30',
  });
  personal = world.personalChat(irene, 'a:1xR9mPqLw7VdTzKcB3nHsYgUeJ4oFi');
  personal.hasBot = true;
  const members = [irene];
  const id = '19:6f2b9c4e8d1a4057b3e6f9a0c7d2e518@thread.v2';
  group = world.addGroupChat({ id, members, name: 'Launch crew', hasBot: true });
  team = world.addTeam({
    id: '19:Tg7Hn2LpXc9RvWqKzB4mYsJdFeUaO1iE5tG8bN3kZ6x1@thread.tacv2',
    aadGroupId: 'e4c8b1d7-6a52-4f93-8e0b-1d7c3a9f5b26',
    name: 'Release',
    members,
    hasBot: true,
  });
  channel = world.addChannel(team, {
    id: '19:Qm3Zt8WkLr5VxYpB1nHcDsJfGeUaO7iRt2vE4bKzS6w1@thread.tacv2',
    name: 'Work',
  });
});
afterEach(t.stop);

/** Time of the cloud becomes that of the example, so that ids and timestamps are its own. */
function at(id: WorkplaceExampleId): void {
  const example = WORKPLACE_EXAMPLES[id];
  const wanted = example.timestamp ? Date.parse(example.timestamp) : START;
  t.sut.clock.advance(wanted - t.sut.clock.now());
}

/**
 * The example with what differs by nature replaced: the host of the service, ids of events, and in nested values the
 * ids the simulator makes. Everything else must be there, word for word; the simulator may say more.
 */
function expected(id: WorkplaceExampleId, overrides: Activity = {}): unknown {
  const example: Activity = structuredClone(WORKPLACE_EXAMPLES[id]);
  const isEvent = example.id?.startsWith('f:');
  const legacy = (example.channelData as { legacy?: unknown } | undefined)?.legacy;
  return expect.objectContaining({
    ...example,
    serviceUrl: t.sut.serviceUrl,
    ...(isEvent ? { id: expect.stringMatching(/^f:[0-9a-f-]{36}$/) } : {}),
    ...(example.channelData ? { channelData: expect.objectContaining(example.channelData) } : {}),
    ...(legacy
      ? {
          channelData: expect.objectContaining({
            ...example.channelData,
            legacy: { replyToId: expect.stringMatching(/^1:1\w+$/) },
          }),
        }
      : {}),
    ...overrides,
  });
}

/** A message of the bot, posted the way a bot does. */
async function ofBot(conversation: Conversation, id: string, activity: Activity): Promise<Message> {
  t.sut.clock.advance(Number(id) - t.sut.clock.now());
  const answer = await t.send(conversation, activity);
  expect(answer.json).toEqual({ id });
  return conversation.messages.at(-1)!;
}

it('are the sixteen inbound blocks of workchat-wire 1 and the outbound ones of 3, 4 and 5', () => {
  const inbound = Object.values(WORKPLACE_EXAMPLES).filter(
    ({ recipient, timestamp }) => recipient && timestamp,
  );
  expect(inbound).toHaveLength(16);
  expect(Object.keys(WORKPLACE_EXAMPLES)).toHaveLength(21);
  expect(Object.isFrozen(WORKPLACE_EXAMPLES.personalMessage.conversation)).toBe(true);
});

describe('the simulator writes what the document shows', () => {
  it('1.3 personal message, to the last field', () => {
    at('personalMessage');
    const { activity } = t.sut.people.write({ from: irene, text: 'what is on my list today?' });
    const { serviceUrl } = t.sut;
    expect(activity).toEqual({ ...WORKPLACE_EXAMPLES.personalMessage, serviceUrl });
  });

  it('1.4 group chat message with mention', () => {
    at('groupMention');
    irene.client = { locale: 'en-GB', country: 'ES', platform: 'iOS', timezone: 'Europe/Madrid' };
    const html =
      '<div><div><span itemscope itemtype="http://schema.skype.com/Mention" itemid="0">Assistant</span> sum this up</div></div>';
    const message = { from: irene, in: group, text: 'sum this up\n', mentions: ['bot'] as const, html };
    expect(t.sut.people.write(message).activity).toEqual(expected('groupMention'));
  });

  it('1.5 new post in a channel with mention', () => {
    at('channelPost');
    irene.client = null;
    const message = { from: irene, in: channel, text: 'who owns the release?', mentions: ['bot'] as const };
    const { activity } = t.sut.people.write({ ...message, html: null });
    expect(activity).toEqual({ ...WORKPLACE_EXAMPLES.channelPost, serviceUrl: t.sut.serviceUrl });
  });

  it('1.6 reply in a thread', () => {
    irene.client = null;
    at('channelPost');
    const under = t.sut.people.write({ from: irene, in: channel, text: 'who owns the release?' });
    at('channelReply');
    const { activity } = t.sut.people.write({ from: irene, in: channel, under, text: 'and by when?' });
    expect(activity).toEqual(expected('channelReply'));
  });

  it('1.7 the bot is added to a team, 1.8 installed for a person', () => {
    at('botAdded');
    const [, added] = t.sut.membership.install(team, irene, { selectedChannel: channel });
    expect(added).toEqual(expected('botAdded'));
    at('installed');
    const [installed] = t.sut.membership.install(personal, irene);
    expect(installed).toEqual(expected('installed'));
  });

  it('1.9 reaction to a message of the bot', async () => {
    const message = await ofBot(personal, '1768992005333', { type: 'message', text: 'hi' });
    at('reaction');
    expect(t.sut.people.react(irene, message)).toEqual(expected('reaction'));
  });

  it('1.10 edit and delete', () => {
    at('personalMessage');
    const message = t.sut.people.write({ from: irene, text: 'what is on my list today?' });
    at('edited');
    expect(t.sut.people.edit(message, 'what is on my list tomorrow?')).toEqual(expected('edited'));
    at('deleted');
    expect(t.sut.people.delete(message)).toEqual(expected('deleted'));
  });

  it('1.11 file consent, from the card of 5.2', async () => {
    const message = await ofBot(personal, '1768992605000', WORKPLACE_EXAMPLES.consentCard);
    at('consentAccepted');
    await t.sut.cards.accept(irene, message);
    const [invoke] = await t.heard();
    const value = WORKPLACE_EXAMPLES.consentAccepted.value as { uploadInfo: object };
    const shape = Object.fromEntries(Object.keys(value.uploadInfo).map((name) => [name, expect.any(String)]));
    const uploadInfo = {
      ...shape,
      name: 'plan.pdf',
      fileType: 'pdf',
      contentUrl:
        'https://northwind-my.sharepoint.com/personal/irene_paz_northwind_example/Documents/Microsoft Teams Chat Files/plan.pdf',
      uploadUrl: expect.stringMatching(
        /\/drive\/items\/\w+\/uploadSession\?guid='\w+'&overwrite=true&rename=true&tempauth=/,
      ),
      etag: expect.stringMatching(/^"\{[0-9A-F-]{36}\},1"$/),
    };
    expect(invoke).toEqual(expected('consentAccepted', { value: { ...value, uploadInfo } }));
  });

  it('1.12 poll vote by Action.Submit, from the card of 4.2', async () => {
    const content = WORKPLACE_EXAMPLES.pollCard;
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
    const message = await ofBot(group, '1768992880000', { type: 'message', attachments });
    at('submitted');
    await t.sut.cards.submit(irene, message, { inputs: { choices: '0,2' } });
    const [vote] = await t.heard();
    expect(vote).toEqual(expected('submitted', { conversation: groupWithName('submitted') }));
    expect(vote).not.toHaveProperty('text');
  });

  it('1.13 poll vote by Action.Execute', async () => {
    const data = { pollId: 'b7d3f1e9-4c28-4a05-96be-8f0a2d5c7e14' };
    const action = { type: 'Action.Execute', title: 'Vote', id: 'vote', verb: 'workchat.poll.vote', data };
    const content = { type: 'AdaptiveCard', version: '1.5', body: [], actions: [action] };
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
    const message = await ofBot(group, '1768992880000', { type: 'message', attachments });
    at('executed');
    await t.sut.cards.execute(irene, message, { inputs: { choices: '1' } });
    const [vote] = await t.heard();
    expect(vote).toEqual(expected('executed', { conversation: groupWithName('executed') }));
  });

  it('1.14 feedback and 1.15 typing', async () => {
    const message = await ofBot(personal, '1768992005333', { type: 'message', text: 'hi' });
    at('feedback');
    await t.sut.cards.feedback(irene, message, 'dislike', 'too long');
    const [feedback] = await t.heard();
    expect(feedback).toEqual(expected('feedback'));
    at('typing');
    // The id in the document is of another minute than its timestamp.
    expect(t.sut.people.type(irene)).toEqual(
      expected('typing', { id: expect.stringMatching(/^\d{13}$/) as never }),
    );
  });

  it('1.16 personal message with a file', () => {
    at('personalFile');
    const files = [{ name: 'report.docx', content: Buffer.from('docx') }];
    const { activity } = t.sut.people.write({ from: irene, text: 'please read this', files });
    const [example, stub] = WORKPLACE_EXAMPLES.personalFile.attachments!;
    const [info, html] = activity.attachments!;
    expect(Object.keys(info!).sort()).toEqual(Object.keys(example!).sort());
    expect(Object.keys(info!.content as object)).toEqual(Object.keys(example!.content as object));
    const { uniqueId } = info!.content as { uniqueId: string };
    const shown = String(stub!.content).replace('3c1e9b70-5d24-4a8f-b6c3-0e9f7a2d5184', uniqueId);
    expect(html).toEqual({ contentType: 'text/html', content: shown });
    // As above: the id in the document is not that of its timestamp.
    const { attachments: _files, id: _id, ...rest } = WORKPLACE_EXAMPLES.personalFile;
    expect(activity).toMatchObject({ ...rest, serviceUrl: t.sut.serviceUrl });
  });

  it('1.17 channel message with a pasted image and a file as an html stub', () => {
    at('channelImage');
    irene.client = null;
    const message = t.sut.people.write({
      from: irene,
      in: channel,
      text: 'what does this chart say?',
      mentions: ['bot'],
      images: [{ content: Buffer.from('png') }, { content: Buffer.from('png'), form: 'hosted' }],
      files: [{ name: 'data.csv', content: Buffer.from('a,b') }],
    });
    const [image, html, ...more] = message.activity.attachments!;
    expect(more).toEqual([]);
    const service = t.sut.serviceUrl;
    expect(image).toEqual({
      contentType: 'image/*',
      contentUrl: expect.stringMatching(/v3\/attachments\/0-weu-d2-\w+\/views\/original$/),
    });
    expect(String(image!.contentUrl).startsWith(service)).toBe(true);
    const path = `${t.sut.cloud.graphUrl}/v1.0/teams/${team.aadGroupId}/channels/${channel.id}/messages/${message.id}/hostedContents/`;
    expect(html!.content).toContain(`<img src="${path}`);
    expect(html!.content).toContain(`<attachment id="${message.files[0]!.id}"></attachment>`);
    const { attachments: _stub, ...rest } = WORKPLACE_EXAMPLES.channelImage;
    expect(message.activity).toMatchObject({ ...rest, serviceUrl: service });
  });
});

/** The examples of group chats that have no name: here the chat has one. */
const groupWithName = (id: WorkplaceExampleId) => ({
  ...WORKPLACE_EXAMPLES[id].conversation,
  name: 'Launch crew',
});
