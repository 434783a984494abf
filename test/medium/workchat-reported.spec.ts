import { OperatorMessages, PollAdminService } from '../../src/operator/index.js';
import { Polls } from '../../src/conversations/index.js';
import { SYSTEM } from '../../src/access-control/index.js';
import { PairingService } from '../../src/pairing/index.js';
import type { WorkplaceSimulator } from '../../simulators/index.js';
import { WORKCHAT as WORKCHAT_ID } from '../../src/workchat/ids/id.js';
import { DATABASES } from '../support/databases.js';
import type { Pipeline } from '../support/pipeline.js';
import { WorkchatPipelines } from '../support/workchat-pipeline.js';
import type { Place } from '../support/workchat-world.js';

/**
 * Faults reported for similar connectors (workchat-wire 10), by their rows, where the complete pipeline is needed to
 * see them. One gateway for all; every case has people and conversations of its own.
 */
describe.each(DATABASES)('reported cases of workchat on %s', (_, open) => {
  const chat = new WorkchatPipelines(open, 'block');
  const { service, idle, say, shown } = chat;
  let cloud: WorkplaceSimulator;
  let p: Pipeline;
  let irene: ReturnType<WorkplaceSimulator['addContact']>;
  let carla: typeof irene;
  let stranger: typeof irene;
  let crew: Place;
  let channel: Place;

  const askedFor = (place: Place) =>
    p.runtime.asked.filter((asked) => asked.place?.conversation.id === place.id).map(({ text }) => text);

  beforeAll(async () => {
    ({ cloud, irene } = chat);
    carla = cloud.addContact('Carla Roy');
    p = await chat.start({ allowFrom: [irene.user.aadObjectId, carla.user.aadObjectId] });
  });
  beforeEach(() => {
    stranger = cloud.addContact('Ben Ito');
    const members = [irene.user, stranger.user];
    crew = cloud.world.addGroupChat({ members, hasBot: true });
    const team = cloud.world.addTeam({ name: 'Release', members, hasBot: true });
    channel = cloud.world.addChannel(team, { name: 'Work' });
    p.runtime.asked.length = 0;
    p.runtime.answer = ({ text }) => `echo: ${text}`;
  });

  it('10.3 the platform gets its answer before the turn ends, and a repeated activity is answered once', async () => {
    const thought = Promise.withResolvers<string>();
    p.runtime.answer = () => thought.promise;
    cloud.faults.deliveries.next({ kind: 'repeat', times: 3, afterMs: 20 });
    say('slow', crew);
    await cloud.idle();
    expect(cloud.deliveries.slice(-3).map(({ outcome }) => outcome)).toEqual([200, 200, 200]);
    expect(shown(crew)).toEqual([]);
    thought.resolve('done');
    await idle();
    expect([askedFor(crew), shown(crew)]).toEqual([['slow'], ['done']]);
  });

  it('10.5 and 10.8 each thread gets its own answers, although others continue meanwhile', async () => {
    const thought = Promise.withResolvers<true>();
    p.runtime.answer = async ({ text }) => {
      await thought.promise;
      return `echo: ${text}`;
    };
    const first = say('first', channel);
    const second = say('second', channel);
    say('below the first', channel, { under: first, withReplyToId: false });
    say('below the second', channel, { under: second });
    await cloud.idle();
    thought.resolve(true);
    await idle();
    const answers = cloud.botMessages(channel).map((message) => [message.rootId, cloud.shown(message)]);
    // They start at the same time, so any may arrive first.
    expect(answers.sort()).toEqual([
      [first.id, 'echo: below the first'],
      [first.id, 'echo: first'],
      [second.id, 'echo: below the second'],
      [second.id, 'echo: second'],
    ]);
  });

  it('10.6 a message by a tool goes to the thread of its turn', async () => {
    p.runtime.answer = async (asked, signal) => {
      await asked.tools!()!.call('message', { action: 'send', message: 'by tool' }, signal);
      return 'by turn';
    };
    const first = say('first', channel);
    await idle();
    say('second', channel);
    await idle();
    const ofFirst = cloud.botMessages(channel).filter(({ rootId }) => rootId === first.id);
    expect(ofFirst.map((message) => cloud.shown(message)).sort()).toEqual(['by tool', 'by turn']);
  });

  it('GHSA-2gvc-4f3c-2855, 10.31 a pairing opens direct chats only: no group, channel or command there', async () => {
    cloud.people.write({ from: stranger.user, text: 'hello' });
    await idle();
    const [request] = await service(PairingService).list({ status: 'pending', limit: 10 });
    await service(PairingService).approve(SYSTEM, { channel: WORKCHAT_ID, code: request!.code });
    cloud.people.write({ from: stranger.user, text: 'again' });
    for (const text of ['and here?', '/status']) {
      say(text, crew, { from: stranger.user });
      say(text, channel, { from: stranger.user });
    }
    await idle();
    expect(shown(stranger.chat).slice(1)).toEqual(['echo: again']);
    expect([shown(crew), shown(channel)]).toEqual([[], []]);
  });

  it('CVE-2026-43572, 10.33 votes, cards, feedback and other invokes are subject to the same access', async () => {
    say('hello', crew);
    await idle();
    const target = `conversation:${crew.id}`;
    const where = { channel: 'workchat', target };
    const body = [{ type: 'TextBlock', text: 'press' }];
    const actions = [{ type: 'Action.Submit', title: 'OK', data: { answer: 'yes' } }];
    const card = { type: 'AdaptiveCard', version: '1.5', body, actions };
    await service(OperatorMessages).send(SYSTEM, { ...where, card });
    const words = { question: 'Which day?', options: ['Monday', 'Friday'] };
    const { pollId } = await service(PollAdminService).send(SYSTEM, { ...where, ...words });
    await idle();
    const [answer, cardShown, poll] = cloud.botMessages(crew);
    p.runtime.asked.length = 0;
    await cloud.cards.submit(stranger.user, cardShown!);
    await cloud.cards.submit(stranger.user, poll!, { inputs: { choices: '0' } });
    const voted = async (who: typeof irene.user, choices: string, card = poll!) =>
      (await cloud.cards.execute(who, card, { inputs: { choices } }))?.shown;
    const problem = (text: string) => ({ kind: 'problem', text });
    expect(await voted(stranger.user, '1')).toEqual(problem('Your vote does not count here.'));
    expect(await voted(irene.user, '0,1')).toEqual(problem('Your choice is not an option in this poll.'));
    expect(await voted(irene.user, '7')).toEqual(problem('Your choice is not an option in this poll.'));
    const madeUp = JSON.parse(JSON.stringify(poll!.activity).replaceAll(pollId, 'poll_madeup')) as never;
    expect(await voted(irene.user, '0', { ...poll!, activity: madeUp })).toEqual(
      problem('This poll does not exist here.'),
    );
    await cloud.cards.feedback(stranger.user, answer!, 'dislike', 'of no use');
    for (const name of ['signin/verifyState', 'signin/tokenExchange', 'task/fetch'])
      expect(await cloud.cards.invoke(stranger.user, poll!, { name })).toMatchObject({ status: 501 });
    await idle();
    expect(p.runtime.asked).toEqual([]);
    expect((await service(Polls).get(pollId)).votes).toEqual([]);
    await cloud.cards.submit(irene.user, cardShown!);
    await idle();
    expect(p.runtime.asked).toHaveLength(1);
  });

  it('an edit that mentions the bot for the first time is answered once, and no other edit is', async () => {
    const message = cloud.people.write({ from: irene.user, in: crew, text: 'who owns it &lt;b&gt;?' });
    const asked = say('and when?', crew);
    await idle();
    p.runtime.asked.length = 0;
    const mentions = ['bot'] as const;
    cloud.faults.deliveries.next({ kind: 'repeat', times: 2 });
    cloud.people.edit(message, 'who owns it &lt;now&gt;?', { mentions });
    await idle();
    cloud.people.edit(message, 'who owned it?', { mentions });
    cloud.people.edit(asked, 'and when then?', { mentions });
    await idle();
    expect(p.runtime.asked.map(({ message: { text } }) => text)).toEqual([
      expect.stringContaining('who owns it <now>?'),
    ]);
  });

  it('each group chat and channel has its own session, and direct chats share the main one', async () => {
    for (const place of [irene.chat, crew, channel]) say('/whoami', place, { mentions: [] });
    await idle();
    const sessionIn = (place: Place) => /session: (\S+)/.exec(shown(place).at(-1) ?? '')?.[1];
    expect([irene.chat, crew, channel].map(sessionIn)).toEqual([
      'agent:main:main',
      `agent:main:workchat:group:${crew.id}`,
      `agent:main:workchat:channel:${channel.id}`,
    ]);
  });

  it('a quote of a message that never came has its words, unless a stranger wrote them', async () => {
    // The directory does not tell what was said before.
    const { resourcePermissions } = cloud.app;
    const permissions = [...resourcePermissions];
    resourcePermissions.clear();
    crew.members.push(carla.user);
    const unheard = (from: typeof irene, text: string, place = crew) =>
      cloud.people.compose({ from: from.user, in: place, text });
    const noon = unheard(carla, 'noon at the <old> pier');
    say('what did she mean?', crew, { quotes: noon });
    say('/whoami', crew, { quotes: noon, quoteForm: 'entity' });
    say('and he?', crew, { quotes: unheard(stranger, 'let me in') });
    const hers = unheard(irene, 'hers is better', irene.chat);
    say('is it?', irene.chat, { mentions: [], quotes: hers, quoteForm: 'entity' });
    await idle();
    for (const each of permissions) resourcePermissions.add(each);
    const asked = p.runtime.asked.map(({ text, message }) => [text, message.quoted]);
    expect(asked.sort()).toEqual([
      ['and he?', undefined],
      ['is it?', [{ text: 'hers is better', name: 'Irene Paz' }]],
      ['what did she mean?', [{ text: 'noon at the <old> pier', name: 'Carla Roy' }]],
    ]);
    expect(shown(crew).some((text) => text.includes('session:'))).toBe(true);
  });

  it('10.36 a reply to a message of the bot counts as a mention', async () => {
    say('hello', crew);
    await idle();
    const [answer] = cloud.botMessages(crew);
    say('and then?', crew, { mentions: [], quotes: answer });
    say('quoted by nobody', crew, { mentions: [] });
    await idle();
    expect(askedFor(crew)).toEqual(['hello', 'and then?']);
  });
});
