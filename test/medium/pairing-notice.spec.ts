import { SYSTEM } from '../../src/access-control/index.js';
import type { AccountId, ThreadId } from '../../src/channels/index.js';
import { PairingService } from '../../src/pairing/index.js';
import { DATABASES } from '../support/databases.js';
import { FAKE } from '../support/fake-connector.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const TOLD = { messages: { approvalNotice: true } };
const NOTICE = /^You now have access\./;

describe.each(DATABASES)('the notice of a pairing decision on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;

  /**
   * Ann requests pairing in a thread of her chat.
   * @returns her code
   */
  const asked = async (config: Record<string, unknown>) => {
    p = await world.start({ config });
    await p.connector.receive('ann', 'hello?', { thread: 'thread-1' as ThreadId });
    await world.idle(p);
    const [request] = await pairing().list({ limit: 1 });
    return request!;
  };
  const pairing = () => p.module.get(PairingService, { strict: false });
  /** Texts sent after the code. */
  const told = async () => {
    await world.idle(p);
    return p.connector.textsTo('ann').slice(1);
  };

  it('is not sent by default', async () => {
    const { id } = await asked({});
    await pairing().approve(SYSTEM, { id });
    expect(await told()).toEqual([]);
  });

  it('is sent once, to the thread of the request, before any answer', async () => {
    const { id, code } = await asked(TOLD);
    await pairing().approve(SYSTEM, { channel: FAKE, code });
    await expect(pairing().approve(SYSTEM, { id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(pairing().approve(SYSTEM, { channel: FAKE, code })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await p.connector.receive('ann', 'and now?');
    expect(await told()).toEqual([expect.stringMatching(NOTICE), 'echo: and now?']);
    const places = await p.db.on().selectFrom('deliveries').select('thread_id').orderBy('id').execute();
    expect(places.map(({ thread_id }) => thread_id)).toEqual(['thread-1', 'thread-1', null]);
  });

  it('is committed with the pairing decision, and not sent when that fails', async () => {
    const { id } = await asked(TOLD);
    await expect(pairing().approve(SYSTEM, { id, userId: 'nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await told()).toEqual([]);
    await pairing().approve(SYSTEM, { id });
    expect(await told()).toEqual([expect.stringMatching(NOTICE)]);
  });

  it('is not sent to a denied sender', async () => {
    const { id } = await asked(TOLD);
    await pairing().deny(SYSTEM, { id });
    expect(await told()).toEqual([]);
  });

  it.each([
    ['the account is gone', { account: 'another' as AccountId }],
    ['no one is answered there any more', { dmPolicy: 'disabled' }],
  ] as const)('is not sent when %s', async (_name, settings) => {
    const { id } = await asked(TOLD);
    p.connector.settings = { ...p.connector.settings, ...settings };
    expect(await pairing().approve(SYSTEM, { id })).toMatchObject({ status: 'approved' });
    expect(await told()).toEqual([]);
  });

  it('is not sent for a request without a conversation', async () => {
    const { id } = await asked(TOLD);
    await p.db.transaction((tx) =>
      p.db.on(tx).updateTable('pairing_requests').set({ conversation_id: null }).execute(),
    );
    await pairing().approve(SYSTEM, { id });
    expect(await told()).toEqual([]);
  });
});
