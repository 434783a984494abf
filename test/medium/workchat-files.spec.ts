import { SYSTEM } from '../../src/access-control/index.js';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { OperatorMessages } from '../../src/operator/index.js';
import { Deliveries, type Delivery } from '../../src/delivery/index.js';
import { Retention } from '../../src/persistence/retention/retention-schedule.js';
import { callTo, serviceProblem, type WorkplaceSimulator } from '../../simulators/index.js';
import { WorkchatAccounts } from '../../src/workchat/account/accounts.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { throughBackOffs } from '../support/passing-time.js';
import type { Pipeline } from '../support/pipeline.js';
import { WorkchatPipelines } from '../support/workchat-pipeline.js';
import type { Place } from '../support/workchat-world.js';

type Activity = ReturnType<WorkplaceSimulator['botMessages']>[number]['activity'];
const PDF = Buffer.from('%PDF-1.7 a plan');
const HOUR_MS = 3_600_000;

/** Real: the connector, the whole pipeline, the media store and the database. The cloud is the simulator. */
describe.each(DATABASES)('files on workchat, on %s', (_, open) => {
  const chat = new WorkchatPipelines(open);
  const { service, shown } = chat;
  let cloud: WorkplaceSimulator;
  let clock: FakeClock;
  let p: Pipeline;
  const requests = new Map<string, Activity>();
  let irene: ReturnType<WorkplaceSimulator['addContact']>;

  const connect = (workchat: object = {}) => {
    const { mediaAllowHosts } = cloud.settings;
    const own = { mediaAllowHosts, groupPolicy: 'open', dmPolicy: 'open', ...workchat };
    return chat.start(own, { clock });
  };
  const start = async (workchat?: object) => {
    p = await connect(workchat);
  };
  const restart = async (workchat: object = {}) => {
    await p.stop();
    await start(workchat);
  };
  /** Waits until the queue is empty, and ends every back-off. */
  const idle = async () => {
    await cloud.idle();
    const isIdle = async () => (await p.queue.depth()).size === 0;
    await throughBackOffs({ ...p, clock }, isIdle, 'an idle queue');
  };
  const put = async (target: string, message?: string) => {
    const media = { buffer: PDF.toString('base64'), filename: 'plan.pdf' };
    await service(OperatorMessages).send(SYSTEM, { channel: 'workchat', target, message, media });
  };
  const send = async (...message: Parameters<typeof put>) => {
    await put(...message);
    await idle();
  };
  const toIrene = () => `user:${irene.user.aadObjectId}`;
  const ask = async () => {
    await send(toIrene());
    const message = cloud.botMessages(irene.chat).at(-1)!;
    requests.set(message.id, message.activity);
    return message;
  };
  const fileNow = (place: Place) => {
    const [attachment] = cloud.botMessages(place).at(-1)!.activity.attachments ?? [];
    return String(attachment?.contentType).split('.').at(-1);
  };
  /** A replaced card can still be pressed in a client that was not updated. */
  const asked = (message: Awaited<ReturnType<typeof ask>>) => ({
    ...message,
    activity: requests.get(message.id)!,
  });
  const accept = (message: Awaited<ReturnType<typeof ask>>) => cloud.cards.accept(irene.user, asked(message));
  const deliveries = (): Promise<readonly Delivery[]> => service(Deliveries).list({ limit: 20 });
  const isUnknown = async () => (await deliveries())[0]?.state === 'unknown';
  const uploaded = () => cloud.uploads.map(({ content }) => Buffer.from(content as Uint8Array));

  beforeEach(async () => {
    ({ cloud, irene } = chat);
    clock = new FakeClock(Date.now());
    await start();
    cloud.people.write({ from: irene.user, text: 'hello' });
    await idle();
  });

  it('10.24 wait for the answer of their recipient over restarts and retention, and are sent once', async () => {
    const card = await ask();
    clock.jump(2 * HOUR_MS);
    await service(Retention).deleteOld(new AbortController().signal);
    clock.jump(-2 * HOUR_MS);
    await restart();
    cloud.faults.deliveries.next({ kind: 'repeat', times: 2 });
    // Another person knows the request's id: in a chat of their own, and, unlike on the platform, here.
    const ben = cloud.addContact('Ben Ito');
    cloud.people.write({ from: ben.user, text: 'hello' });
    await idle();
    await cloud.cards.accept(ben.user, { ...card, conversation: ben.chat });
    await cloud.cards.accept(ben.user, card);
    await idle();
    expect(uploaded()).toEqual([]);
    await accept(card);
    await idle();
    expect(uploaded()).toEqual([PDF]);
    expect([fileNow(irene.chat), cloud.botMessages(irene.chat).length]).toEqual(['info', 2]);
    await accept(card);
    await cloud.cards.decline(irene.user, asked(card));
    await idle();
    expect(uploaded()).toEqual([PDF]);
    expect(fileNow(irene.chat)).toBe('info');
    let context = '';
    p.runtime.answer = async (asked) => {
      context = JSON.stringify([asked.history, asked.message]);
      return 'ok';
    };
    cloud.people.write({ from: irene.user, text: 'and now?' });
    await idle();
    expect(context).toContain('accepted the file plan.pdf');
    const handover = (await deliveries()).find(({ content }) => content.kind === 'handover');
    expect(handover).toMatchObject({ state: 'sent', author: 'gateway', remoteId: card.id });
  });

  it('are sent once when two gateways get the acceptance at once', async () => {
    const card = await ask();
    const first = p;
    const other = await connect();
    const ports = [first, other].map(
      ({ module }) => module.get(WorkchatAccounts, { strict: false }).find(DEFAULT_ACCOUNT)!.port,
    );
    const edit = { when: callTo('service', 'PUT') };
    cloud.faults.requests
      .next({ kind: 'lost', then: 'cut' }, edit)
      .next({ kind: 'answer', answer: serviceProblem(503, 'ServiceError') }, edit);
    const answers = ports.map((port) => {
      cloud.connectBot(`http://127.0.0.1:${port}/api/messages`);
      return accept(card);
    });
    expect((await Promise.all(answers)).map((answer) => answer?.status)).toEqual([200, 200]);
    await eventually(
      async () => {
        clock.advance(1_000);
        await p.queue.expedite('delivery');
        return fileNow(irene.chat) === 'info' && (await p.queue.depth()).size === 0;
      },
      { what: 'the file' },
    );
    expect(uploaded()).toEqual([PDF]);
    expect(cloud.botMessages(irene.chat).length).toBe(2);
  });

  it('are not sent after the request has expired, or the sender has lost access', async () => {
    await restart({ fileRequestMinutes: 1 });
    const [late, withdrawn] = [await ask(), await ask()];
    await restart({ dmPolicy: 'disabled' });
    await accept(withdrawn);
    await idle();
    await restart();
    clock.advance(120_000);
    await accept(late);
    await idle();
    expect(shown(irene.chat).slice(1)).toEqual([
      'File request expired: plan.pdf. Please ask for it again.',
      expect.not.stringContaining('expired'),
    ]);
    expect(uploaded()).toEqual([]);
  });

  it.each([
    ['while it is being looked up', true],
    ['when it can not be', false],
  ])('are requested once when the send of the request has an unknown outcome: %s', async (_, mayLook) => {
    if (!mayLook) cloud.app.resourcePermissions.clear();
    cloud.faults.sends.next({ kind: 'lost', then: serviceProblem(504, 'ServiceError') });
    await put(toIrene());
    await (mayLook ? eventually(isUnknown, { what: 'the unknown end' }) : idle());
    const card = cloud.botMessages(irene.chat).at(-1)!;
    const ben = cloud.addContact('Ben Ito');
    await cloud.cards.accept(ben.user, { ...card, conversation: ben.chat });
    await cloud.cards.accept(irene.user, card);
    await eventually(() => fileNow(irene.chat) === 'info', { what: 'the file' });
    await idle();
    expect(uploaded()).toEqual([PDF]);
    expect([fileNow(irene.chat), cloud.botMessages(irene.chat).length]).toEqual(['info', 2]);
    expect((await deliveries()).at(-2)).toMatchObject({ state: mayLook ? 'sent' : 'dead' });
  });

  it('without docSiteId are not sent: the text is, and operators read the setting', async () => {
    const crew = cloud.world.addGroupChat({ members: [irene.user], hasBot: true });
    cloud.people.write({ from: irene.user, in: crew, text: 'hello', mentions: ['bot'] });
    await idle();
    await send(`conversation:${crew.id}`, 'here is the plan');
    expect(shown(crew).slice(-2)).toEqual(['here is the plan', 'The file plan.pdf could not be sent here.']);
    const dead = (await deliveries()).filter(({ state }) => state === 'dead');
    expect(dead).toMatchObject([{ lastDetail: expect.stringContaining('channels.workchat.docSiteId') }]);
    await expect(put(`conversation:${crew.id}`)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: expect.stringMatching(/^media is not possible: channels\.workchat\.docSiteId is not set/),
    });
    let told: unknown;
    p.runtime.answer = async (turn, signal) => {
      const file = { action: 'sendAttachment', buffer: PDF.toString('base64'), filename: 'plan.pdf' };
      told = await turn.tools!()!.call('message', file, signal);
      return 'ok';
    };
    cloud.people.write({ from: irene.user, in: crew, text: 'the plan?', mentions: ['bot'] });
    await idle();
    expect(JSON.stringify(told)).toContain('channels.workchat.docSiteId');
  });
});
