import { SYSTEM } from '../../src/access-control/index.js';
import {
  type ActionRequest,
  type MessageRequest,
  OperatorActions,
  OperatorMessages,
  PollAdminService,
} from '../../src/operator/index.js';
import { Deliveries } from '../../src/delivery/index.js';
import { serviceProblem, type WorkplaceSimulator } from '../../simulators/index.js';
import { DATABASES } from '../support/databases.js';
import type { Pipeline } from '../support/pipeline.js';
import { WorkchatPipelines } from '../support/workchat-pipeline.js';
import type { Place } from '../support/workchat-world.js';

const MEDIA = { buffer: Buffer.from('%PDF-1.7 the plan').toString('base64'), filename: 'plan.pdf' };
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const CARD = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'a card' }] };

/** Targets name threads as the platform does: `conversation:19:…@thread.tacv2;messageid=…` (wire 3.2). */
describe.each(DATABASES)('a target with a thread on %s', (_, open) => {
  const chat = new WorkchatPipelines(open);
  const { service, idle, say } = chat;
  let cloud: WorkplaceSimulator;
  let irene: WorkchatPipelines['irene'];
  let p: Pipeline;
  let channel: Place;
  let post: ReturnType<typeof say>;
  let other: ReturnType<typeof say>;

  const start = async (more: object = {}) => {
    p = await chat.start({ allowFrom: [irene.user.aadObjectId], ...more });
    p.runtime.answer = () => Promise.resolve('heard');
    post = say('a post', channel);
    await idle();
    other = say('another post', channel);
    await idle();
  };
  const threadOf = ({ id }: { readonly id: string }, place = channel) =>
    `conversation:${place.id};messageid=${id}`;
  const send = async (more: Partial<MessageRequest>) => {
    const request = { channel: 'workchat', target: threadOf(post), ...more };
    const sent = await service(OperatorMessages).send(SYSTEM, request);
    await idle();
    return sent;
  };
  const act = (request: Pick<ActionRequest, 'action' | 'input'> & Partial<ActionRequest>) =>
    service(OperatorActions).perform(SYSTEM, { channel: 'workchat', target: threadOf(post), ...request });
  /** The texts in the threads besides the answers to their posts, in order. */
  const said = () =>
    cloud
      .botMessages(channel)
      .map((message) => ({
        place: placeOf(message),
        text: cloud.shown(message),
        kind: kindOf(message.activity),
      }))
      .filter(({ text }) => text !== 'heard');
  const placeOf = ({ id, rootId }: { readonly id: string; readonly rootId: string | undefined }) =>
    rootId === post.id ? 'post' : rootId === other.id ? 'other' : rootId === id ? 'new' : rootId;

  beforeEach(() => {
    ({ cloud, irene } = chat);
    const team = cloud.world.addTeam({ name: 'Release', members: [irene.user], hasBot: true });
    channel = cloud.world.addChannel(team, { name: 'Work' });
  });

  it.each(['thread', 'top-level'])(
    'gets texts, files, cards, polls and replies in its thread, with replyStyle %s',
    async (replyStyle) => {
      cloud.app.graphPermissions.add('Sites.ReadWrite.All');
      await start({ replyStyle, docSiteId: cloud.addSite('Docs').id });
      await send({ message: 'a text', media: MEDIA });
      await send({ card: CARD, message: '| a |\n|---|\n| 1 |' });
      const poll = { question: 'Which day?', options: ['Monday', 'Friday'] };
      await service(PollAdminService).send(SYSTEM, { channel: 'workchat', target: threadOf(post), ...poll });
      await idle();
      await send({ message: 'a reply', replyTo: post.id, replyStyle: 'thread' });
      await act({ action: 'sendAttachment', input: MEDIA });
      const file = expect.stringMatching(/^post: text \[plan.*\.pdf\]/) as string;
      expect(said().map(({ place, kind, text }) => `${place}: ${kind} ${text}`)).toEqual([
        'post: text a text',
        file,
        // A card shows no tables, so its words are a message before it.
        'post: text ```\na\n-\n1\n```',
        expect.stringMatching(/^post: adaptive/),
        expect.stringMatching(/^post: adaptive/),
        'post: text a reply',
        file,
      ]);
    },
  );

  it('gets the notice of a file that cannot be sent', async () => {
    await start({ replyStyle: 'top-level' });
    await send({ message: 'the plan', media: MEDIA });
    expect(said().map(({ place, text }) => `${place}: ${text}`)).toEqual([
      'post: the plan',
      'post: The file plan.pdf could not be sent here.',
    ]);
  });

  it('has its messages edited and unsent', async () => {
    await start();
    const { messageId } = await act({ action: 'reply', input: { messageId: post.id, text: 'one' } });
    await act({ action: 'edit', input: { messageId, text: 'two' } });
    expect(said().at(-1)).toMatchObject({ place: 'post', text: 'two' });
    await act({ action: 'unsend', input: { messageId } });
    expect(said()).toEqual([]);
  });

  it('is searched for a message whose send is unknown', async () => {
    await start({ replyStyle: 'top-level' });
    const then = serviceProblem(504, 'ServiceError');
    cloud.faults.sends.next({ kind: 'lost', then }, { when: ({ body }) => body.type === 'message' });
    await send({ message: 'said once' });
    expect(await service(Deliveries).list({ limit: 1 })).toMatchObject([{ state: 'sent' }]);
    expect(said().map(({ place, text }) => `${place}: ${text}`)).toEqual(['post: said once']);
    const asked = cloud.requestsTo('graph').map(({ path }) => decodeURIComponent(path));
    expect(asked.at(-1)).toContain(`/messages/${post.id}/replies`);
  });

  it('can be named by a tool call, and overrides the thread of the turn', async () => {
    await start({ replyStyle: 'top-level' });
    const told: unknown[] = [];
    cloud.people.write({ from: irene.user, text: 'hello' });
    await idle();
    p.runtime.answer = async (asked, signal) => {
      const call = async (input: object) => told.push(await asked.tools!()!.call('message', input, signal));
      const target = threadOf(post);
      await call({ action: 'send', target, message: 'by tool' });
      await call({ action: 'sendAttachment', to: target, ...MEDIA, buffer: PNG, filename: 'a.png' });
      await call({ action: 'send', target, message: 'x', replyStyle: 'top-level' });
      await call({ action: 'reply', to: target, messageId: asked.message.ids!.full, text: 'x' });
      await call({ action: 'send', target: `${irene.chat.id};messageid=${post.id}`, message: 'x' });
      return 'heard';
    };
    say('a question', channel, { under: other });
    await idle();
    expect(said().map(({ place, kind }) => `${place}: ${kind}`)).toEqual(['post: text', 'post: image/png']);
    expect(told.slice(2)).toEqual([
      { ok: false, error: 'replyStyle top-level is not possible: the target names a thread' },
      { ok: false, error: expect.stringMatching(/belongs to another thread$/) as string },
      { ok: false, error: 'target: there are no threads' },
    ]);
  });

  it('is refused at once where threads are not possible', async () => {
    await start();
    const crew = cloud.world.addGroupChat({ members: [irene.user], hasBot: true });
    say('hello', crew);
    await idle();
    const before = cloud.posted.length;
    const refusals: readonly (readonly [Partial<MessageRequest>, string])[] = [
      [{ target: threadOf(post, crew) }, 'target: there are no threads'],
      [{ target: `conversation:${channel.id};messageid=` }, 'target: the id after ;messageid= is missing'],
      [{ replyStyle: 'top-level' }, 'reply_style top-level is not possible: target names a thread'],
      [{ replyTo: other.id }, 'message_id belongs to another thread'],
    ];
    for (const [request, details] of refusals)
      await expect(send({ message: 'x', ...request })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        details: expect.stringContaining(details) as string,
      });
    expect(cloud.posted).toHaveLength(before);
  });
});

const kindOf = ({ attachments }: { readonly attachments?: unknown }): string => {
  const [first] = (attachments ?? []) as { contentType: string }[];
  return first?.contentType.replace(/^.*\.card\./, '') ?? 'text';
};
