import type {
  AccountId,
  ChannelId,
  ConversationId,
  RemoteMessageId,
  SenderId,
  SendOutcome,
  Target,
} from '../../src/channels/index.js';
import { Deliveries, type Delivery, OurMessages, Outbox, Receipts } from '../../src/delivery/index.js';
import { DeliveryRepository } from '../../src/delivery/records/delivery.repository.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const refused: SendOutcome = {
  kind: 'not-sent',
  code: 'remote-error',
  retry: { kind: 'never' },
  detail: 'the remote said no',
};

describe.each(DATABASES)('a delivery, seen from another place, on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let deliveries: Deliveries;
  let receipts: Receipts;
  beforeEach(async () => {
    p = await world.start();
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open' };
    deliveries = p.module.get(Deliveries, { strict: false });
    receipts = p.module.get(Receipts, { strict: false });
  });
  const say = (text: string) => p.connector.receive('ann', text);

  const ELSEWHERE = {
    channel: { channel: 'other' as ChannelId },
    account: { account: 'other' as AccountId },
    conversation: { conversation: 'chat-ben' as ConversationId },
  };
  const FIELDS = ['channel', 'account', 'conversation'] as const;
  const first = async (state: string) => {
    await eventually(async () => (await deliveries.list({ limit: 1 }))[0]?.state === state);
    const [{ id, target, remoteId }] = (await deliveries.list({ limit: 1 })) as [Delivery];
    return { id, target, messageId: remoteId as RemoteMessageId };
  };

  it.each(FIELDS)('is not known by the id of its message: another %s', async (field) => {
    await say('one');
    const { target, messageId } = await first('sent');
    const ours = p.module.get(OurMessages, { strict: false });
    const known = async (place: Target) => {
      const isOurs = [];
      for (const ids of ['per-conversation', 'global'] as const) {
        p.connector.messageIds = ids;
        isOurs.push(await ours.isOurs(place, messageId));
      }
      const among = (await ours.oursAmong(place, [messageId])).size;
      const sentTo = (await ours.targetOfMessage(place, messageId))?.conversation;
      return { isOurs, among, sentTo, gone: (await ours.goneTo(place, 0)).length };
    };
    const here = { isOurs: [true, true], among: 1, sentTo: target.conversation, gone: 1 };
    expect(await known(target)).toEqual(here);
    // The id is enough in the whole account, where the remote has no other message of that id.
    const isSameAccount = field === 'conversation';
    expect(await known({ ...target, ...ELSEWHERE[field] })).toEqual({
      isOurs: [false, isSameAccount],
      among: 0,
      gone: 0,
      sentTo: isSameAccount ? target.conversation : undefined,
    });
  });

  it.each(FIELDS)(
    'keeps its state when a message with the same id is reported: another %s',
    async (field) => {
      await say('one');
      const { id, target, messageId } = await first('sent');
      for (const kind of ['delivered', 'read', 'failed'] as const)
        await receipts.record({ ...target, ...ELSEWHERE[field], messageId, at: 7, kind });
      expect(await deliveries.get(id)).toMatchObject({ state: 'sent', deliveredAt: null, readAt: null });
    },
  );

  it('is offered to one person, who answers once', async () => {
    await say('one');
    const { id } = await first('sent');
    const repository = p.module.get(DeliveryRepository, { strict: false });
    await p.db.transaction((tx) =>
      p.db
        .on(tx)
        .updateTable('deliveries')
        .set({ offered_to: 'ann', offered_until: 9 })
        .where('id', '=', id)
        .execute(),
    );
    const answer = (by: string) => p.db.transaction((tx) => repository.endOffer(tx, id, by as SenderId));
    expect([await answer('ben'), await answer('ann'), await answer('ann')]).toEqual([
      undefined,
      9,
      undefined,
    ]);
  });

  /** Runs `work` while the message `one` is being sent. */
  const whileSending = async (work: (target: Target) => Promise<void>) => {
    const hang = Promise.withResolvers<SendOutcome>();
    p.connector.onSend = ({ content }, take) =>
      content.text === 'two' ? { kind: 'sent', messageId: take(), at: Date.now() } : hang.promise;
    await say('one');
    const { target } = await first('sending');
    await work(target).finally(() => hang.resolve(refused));
  };

  it.each(FIELDS)('is not waited for: another %s', (field) =>
    whileSending(async (target) => {
      const ours = p.module.get(OurMessages, { strict: false });
      expect(await ours.areWaiting(target)).toBe(true);
      expect(await ours.areWaiting({ ...target, ...ELSEWHERE[field] })).toBe(false);
    }),
  );

  it.each([
    ['queued', true],
    ['sending', true],
    ['unknown', true],
    ['sent', false],
    ['dead', false],
  ] as const)('that is %s is waited for: %s', async (state, isOpen) => {
    await say('one');
    const { id, target } = await first('sent');
    await p.db.transaction((tx) =>
      p.db.on(tx).updateTable('deliveries').set({ state }).where('id', '=', id).execute(),
    );
    const ours = p.module.get(OurMessages, { strict: false });
    expect(await ours.areWaiting(target)).toBe(isOpen);
    // A copy of it may come, which is no word of anyone else.
    const isGone = state !== 'queued' && state !== 'dead';
    expect((await ours.goneTo(target, 0)).map((each) => each.id)).toEqual(isGone ? [id] : []);
  });

  it.each(['account', 'conversation'] as const)('holds no message up: another %s', (field) =>
    whileSending(async (target) => {
      const content = { kind: 'text', text: 'two' } as const;
      const message = { target: { ...target, ...ELSEWHERE[field] }, content, author: 'gateway' } as const;
      await p.db.transaction((tx) => p.module.get(Outbox, { strict: false }).add(tx, message));
      await eventually(() => p.connector.sent.some(({ text }) => text === 'two'));
    }),
  );
});
