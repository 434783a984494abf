import { OldestUnanswered } from '../../src/operator/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { hangingAnswer, type Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('the oldest unanswered message on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  beforeEach(async () => {
    p = await world.start({ config: { session: { dmScope: 'per-sender' } } });
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'allowlist', allowFrom: only('ann', 'ben') };
  });
  const acceptedAt = () => p.module.get(OldestUnanswered, { strict: false }).acceptedAt();
  const received = async (sender: string) => {
    const rows = p.db.on().selectFrom('inbound_events').select('received_at').where('sender_id', '=', sender);
    return (await rows.orderBy('id').executeTakeFirstOrThrow()).received_at;
  };

  it('is none while no one waits, and not that of a stranger', async () => {
    expect(await acceptedAt()).toBeUndefined();
    await p.connector.receive('stranger', 'hello?');
    await world.idle();
    expect(await acceptedAt()).toBeUndefined();
  });

  it('is the first of those whose turns run, and then the next', async () => {
    const [first, second] = [hangingAnswer(), hangingAnswer()];
    p.runtime.answer = async ({ text }, signal) => {
      await (text === 'one' ? first : second).until(signal);
      return 'at last';
    };
    await p.connector.receive('ann', 'one');
    await p.connector.receive('ben', 'two');
    await eventually(() => p.runtime.asked.length === 2, { what: 'both turns' });
    expect(await acceptedAt()).toBe(await received('ann'));
    first.letGo();
    const isNext = async () => (await acceptedAt()) === (await received('ben'));
    await eventually(isNext, { what: 'the second message' });
    second.letGo();
    await world.idle();
    expect(await acceptedAt()).toBeUndefined();
  });

  it('waits until its answer is sent', async () => {
    let isAway = true;
    p.connector.onSend = (_attempt, take) =>
      isAway
        ? { kind: 'not-sent', code: 'unreachable', retry: { kind: 'wait' }, detail: 'away' }
        : { kind: 'sent', messageId: take(), at: Date.now() };
    await p.connector.receive('ann', 'one');
    const attempts = () => p.db.on().selectFrom('delivery_attempts').selectAll().execute();
    await eventually(async () => (await attempts()).length > 0, { what: 'a failed attempt' });
    expect(await acceptedAt()).toBe(await received('ann'));
    isAway = false;
    await p.queue.expedite('delivery');
    await world.idle();
    expect(await acceptedAt()).toBeUndefined();
  });
});
