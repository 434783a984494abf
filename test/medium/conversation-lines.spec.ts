import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { RuntimeFailure } from '../../src/assistant/index.js';
import type { Actor } from '../../src/access-control/index.js';
import type { RemoteMessageId } from '../../src/channels/index.js';
import { Conversations, MessageMedia, OperatorMessages, type ShownLine } from '../../src/operator/index.js';
import { Deliveries, Receipts } from '../../src/delivery/index.js';
import { safeFileName } from '../../src/media/index.js';
import { DATABASES } from '../support/databases.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(100)]);

const OPERATOR: Actor = { id: 'token:owner', role: 'owner' };

describe.each(DATABASES)('the lines of a conversation on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const service = <T>(type: abstract new (...args: never[]) => T): T => p.module.get(type, { strict: false });
  const say = (text: string, from = 'ann') => p.connector.receive(from, text).then(() => world.idle());
  const lines = async (limit = 9): Promise<readonly ShownLine[]> => {
    const [first] = await service(Conversations).list({ limit: 1 });
    return service(Conversations).messages(first!.id, { limit });
  };

  beforeEach(async () => {
    p = await world.start();
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open' };
    p.connector.features = { sendAttachment: 'full' };
  });

  it('tell the outcome of each message, once', async () => {
    await say('one');
    await say('/whoami');
    p.runtime.answer = () => Promise.reject(new RuntimeFailure('the model answered 404', false));
    await say('two');
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'disabled' };
    await say('three');
    const shown = await lines();
    expect(shown.map(({ outcome, kind, text }) => [outcome, kind, text])).toEqual([
      ['dropped', 'dropped', ''],
      ['failed', 'failed', 'two'],
      ['command', 'command', ''],
      [null, 'turn', 'echo: one'],
      ['answered', 'turn', 'one'],
    ]);
    expect(shown.map(({ reason }) => reason !== null)).toEqual([true, true, true, false, false]);
    expect(shown.map(({ eventId }) => eventId.startsWith('evt_'))).toEqual(Array(5).fill(true));
  });

  it('name the files that came and those that were sent, as long as they are kept', async () => {
    p.connector.media.set('pic', PNG);
    const ref = { id: 'pic', name: '../../<evil>\u202e.png', mimeType: 'text/html', bytes: PNG.length };
    await p.connector.receive('ann', 'look', { attachments: [ref] }).then(() => world.idle());
    const media = { buffer: Buffer.from('<svg onload=alert(1)>').toString('base64'), filename: 'x.svg' };
    await service(OperatorMessages).send(OPERATOR, {
      channel: 'fake',
      target: 'chat-ann',
      message: 'here',
      media,
    });
    await world.idle();
    const [sent, , , received] = await lines();
    const [came] = received!.files;
    expect(came).toMatchObject({ mimeType: 'image/png', bytes: PNG.length });
    expect(sent).toMatchObject({
      text: '[sent a file: x.svg]',
      files: [{ name: 'x.svg', mimeType: 'application/octet-stream' }],
      delivery: { state: 'sent' },
    });
    const [svg] = sent!.files;
    const opened = await Promise.all([came, svg].map((each) => service(MessageMedia).open(each!.mediaId!)));
    expect(opened.map(({ picture, name }) => [picture, name])).toEqual([
      ['image/png', safeFileName(ref.name)],
      [undefined, undefined],
    ]);
    expect(await buffer(await opened[0]!.read())).toEqual(PNG);
    await p.db.transaction((tx) => p.db.on(tx).deleteFrom('media').where('id', '=', svg!.mediaId!).execute());
    const [later] = await lines();
    expect(later!.files).toEqual([{ name: 'x.svg', mimeType: svg!.mimeType, bytes: svg!.bytes }]);
    const wrong = [
      svg!.mediaId!,
      '0'.repeat(64),
      '..',
      '../gatehouse.db',
      '%2e%2e%2f',
      came!.mediaId!.toUpperCase(),
      '',
    ];
    for (const id of wrong)
      await expect(service(MessageMedia).open(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('show the state of each message of ours: that of the part that came least far', async () => {
    let parts = 0;
    p.runtime.answer = () => 'word '.repeat(2_000);
    p.connector.onSend = (_attempt, take) =>
      ++parts === 2
        ? { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: 'no' }
        : { kind: 'sent', messageId: take(), at: Date.now() };
    await say('long, please');
    await service(OperatorMessages).send(OPERATOR, {
      channel: 'fake',
      target: 'chat-ann',
      message: 'after it',
    });
    await world.idle();
    const [after, answer, question] = await lines();
    expect([after, answer, question].map((line) => line?.delivery?.state)).toEqual([
      'sent',
      'failed',
      undefined,
    ]);
    expect(answer!.delivery).toMatchObject({ id: answer!.deliveryId, code: 'rejected' });
    const { target, remoteId } = await service(Deliveries).get(after!.deliveryId!);
    const receipt = { ...target, messageId: remoteId as RemoteMessageId, at: 1 };
    for (const kind of ['delivered', 'read'] as const) {
      await service(Receipts).record({ ...receipt, kind });
      expect((await lines())[0]?.delivery?.state).toBe(kind);
    }
  });
});
