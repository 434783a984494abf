import { type Actor, AuditLog } from '../../src/access-control/index.js';
import { type ActionOutcome, ACTIONS } from '../../src/channels/index.js';
import { type ActionRequest, OperatorActions, PollAdminService } from '../../src/operator/index.js';
import { Polls } from '../../src/conversations/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const OPERATOR: Actor = { id: 'token:owner', role: 'owner' };
const POLL = { channel: 'fake', target: 'chat-ann', question: 'Which day?', options: ['Monday', 'Friday'] };
const IN_PROGRESS = {
  code: 'CONFLICT',
  details: 'Idempotency-Key is in use by a request in progress',
  retryAfterSeconds: 90,
};
const OTHER_BODY = { code: 'IDEMPOTENCY_MISMATCH', details: 'Idempotency-Key was used with another body' };

describe.each(DATABASES)('with an Idempotency-Key on %s', (_, open) => {
  const world = pipelineWorld(open);
  let clock: FakeClock;
  let p: Pipeline;
  const start = async () => {
    const started = await world.start({ clock });
    await world.letIn(started);
    started.connector.features = Object.fromEntries(ACTIONS.map((name) => [name, 'full']));
    return started;
  };
  beforeEach(async () => {
    clock = new FakeClock(Date.now());
    p = await start();
  });

  const audited = async (on = p) =>
    (await on.module.get(AuditLog, { strict: false }).list(99)).map(({ action }) => action);

  describe('a poll', () => {
    const ask = (key: string, more: object = {}) =>
      p.module.get(PollAdminService, { strict: false }).send(OPERATOR, { ...POLL, ...more }, key);

    it('is sent once to repeated callers, at the same time too, and when it could not be sent later', async () => {
      const together = await Promise.all([1, 2, 3].map(() => ask('key-1')));
      await world.idle();
      expect(new Set(together.map(({ pollId, deliveryId }) => `${pollId} ${deliveryId}`)).size).toBe(1);
      expect(together.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      p.connector.resolveTarget = async () => undefined;
      expect(await ask('key-1')).toEqual({ ...together[0], isReplay: true });
      expect(p.connector.sent).toHaveLength(1);
      expect(await p.module.get(Polls, { strict: false }).list({ limit: 9 })).toHaveLength(1);
      expect(await audited()).toEqual(['poll.sent']);
    });

    it('conflicts with another body, and with an action', async () => {
      await ask('key-1');
      await expect(ask('key-1', { question: 'Which week?' })).rejects.toMatchObject(OTHER_BODY);
      await expect(perform('react', REACT, 'key-1')).rejects.toMatchObject(OTHER_BODY);
    });

    it('frees the key when it was refused, and after a day', async () => {
      await expect(ask('key-1', { target: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await ask('key-1')).toMatchObject({ isReplay: false });
      clock.advance(25 * 3_600_000);
      expect(await ask('key-1', { question: 'Which week?' })).toMatchObject({ isReplay: false });
    });
  });

  const REACT = { messageId: 'in-9', emoji: '👍' };
  const perform = (action: ActionRequest['action'], input: object, key?: string, on = p) =>
    on.module
      .get(OperatorActions, { strict: false })
      .perform(
        OPERATOR,
        { channel: 'fake', target: 'chat-ann', action, input: input as Record<string, unknown> },
        key,
      );

  describe('an action', () => {
    it('is performed once, and a repeat returns the first result, even when it is no longer possible', async () => {
      p.connector.onAct = () => ({ kind: 'done', note: 'it may not show' });
      const first = await perform('react', REACT, 'key-1');
      p.connector.features = {};
      expect(await perform('react', REACT, 'key-1')).toEqual({ ...first, isReplay: true });
      expect(first).toMatchObject({ note: 'it may not show', isReplay: false });
      expect(p.connector.acted).toHaveLength(1);
      expect(await audited()).toEqual(['action.requested']);
      await expect(perform('react', { ...REACT, emoji: '😢' }, 'key-1')).rejects.toMatchObject(OTHER_BODY);
    });

    it('that is refused frees the key', async () => {
      p.connector.onAct = () => ({ kind: 'failed', code: 'rejected', detail: 'too late' });
      await expect(perform('react', REACT, 'key-1')).rejects.toMatchObject({ details: 'rejected: too late' });
      delete p.connector.onAct;
      expect(await perform('react', REACT, 'key-1')).toMatchObject({ status: 'done', isReplay: false });
    });

    it('whose outcome is unknown is not repeated, and a repeat gets the same error', async () => {
      p.connector.onAct = () => ({ kind: 'unknown', code: 'timeout', detail: 'no answer' });
      const failures = [1, 2].map(() => () => perform('unsend', { messageId: 'in-9' }, 'key-1'));
      for (const fail of failures)
        await expect(fail()).rejects.toMatchObject({
          code: 'UNAVAILABLE',
          details: 'it may or may not have happened: timeout: no answer',
        });
      expect(p.connector.acted).toHaveLength(1);
      expect(await audited()).toEqual(['action.failed', 'action.requested']);
    });

    it('conflicts while it is performed, also on another replica, and is unknown if that died', async () => {
      const { promise: outcome, resolve: finish } = Promise.withResolvers<ActionOutcome>();
      p.connector.onAct = () => outcome;
      const first = perform('leaveGroup', {}, 'key-1');
      await eventually(() => p.connector.acted.length === 1, { what: 'the action' });
      const other = await start();
      for (const on of [p, other])
        await expect(perform('leaveGroup', {}, 'key-1', on)).rejects.toMatchObject(IN_PROGRESS);
      clock.advance(90_000);
      await expect(perform('leaveGroup', {}, 'key-1', other)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        details: 'it may or may not have happened: the gateway stopped while the action was in progress',
      });
      finish({ kind: 'done' });
      await first;
      expect(await perform('leaveGroup', {}, 'key-1', other)).toMatchObject({
        status: 'done',
        isReplay: true,
      });
      expect([p.connector.acted, other.connector.acted].map(({ length }) => length)).toEqual([1, 0]);
    });

    it('that a kill interrupted is in progress for the rest of a minute, or unknown at once where one process has the database', async () => {
      const { promise: outcome, resolve: finish } = Promise.withResolvers<ActionOutcome>();
      p.connector.onAct = () => outcome;
      const first = perform('leaveGroup', {}, 'key-1');
      await eventually(() => p.connector.acted.length === 1, { what: 'the action' });
      clock.advance(20_500);
      const next = await start();
      await expect(perform('leaveGroup', {}, 'key-1', next)).rejects.toMatchObject(
        world.database.db.dialect === 'postgres'
          ? { ...IN_PROGRESS, retryAfterSeconds: 70 }
          : { code: 'UNAVAILABLE', details: expect.stringContaining('the gateway stopped') },
      );
      expect(next.connector.acted).toEqual([]);
      finish({ kind: 'done' });
      await first;
    });

    it('is the same in whichever order its fields come', async () => {
      const { messageId, emoji } = REACT;
      await perform('react', { messageId, emoji }, 'key-1');
      expect(await perform('react', { emoji, messageId }, 'key-1')).toMatchObject({ isReplay: true });
    });

    it('that several callers request at once is performed for one', async () => {
      const { promise: refused, resolve } = Promise.withResolvers<true>();
      p.connector.onAct = async () => {
        await refused;
        return { kind: 'done' };
      };
      const calls = [1, 2, 3].map(() => perform('react', REACT, 'key-1'));
      const refusals: unknown[] = [];
      for (const call of calls)
        call.catch((error: unknown) => {
          if (refusals.push(error) === 2) resolve(true);
        });
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(refusals).toMatchObject([IN_PROGRESS, IN_PROGRESS]);
      expect(p.connector.acted).toHaveLength(1);
    });
  });

  describe('an action that is a message', () => {
    const reply = (key: string) => perform('reply', { messageId: 'in-1', text: 'hi' }, key);

    it('is sent once, and a repeat returns its present state', async () => {
      const { promise: gate, resolve: letGo } = Promise.withResolvers<null>();
      p.connector.onSend = async (_attempt, take) => {
        await gate;
        return { kind: 'sent', messageId: take(), at: clock.now() };
      };
      const waiting = reply('key-1');
      await eventually(async () => (await audited()).length === 1, { what: 'the message' });
      const again = reply('key-1');
      letGo(null);
      const [first, repeat] = await Promise.all([waiting, again]);
      expect(repeat).toEqual({ ...first, isReplay: true });
      expect(first).toMatchObject({ status: 'sent', isReplay: false });
      p.connector.resolveTarget = async () => undefined;
      expect(await reply('key-1')).toEqual({ ...first, isReplay: true });
      expect(p.connector.sent).toHaveLength(1);
    });

    it('that became a dead letter is not sent again', async () => {
      let tries = 0;
      p.connector.onSend = () => {
        tries++;
        return { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: 'no' };
      };
      for (let ask = 0; ask < 2; ask++)
        await expect(reply('key-1')).rejects.toMatchObject({ details: 'rejected: no' });
      expect(tries).toBe(1);
    });
  });

  it('a disabled action is refused with the reason in its message', async () => {
    p.connector.capabilities = (target?: object) => ({
      version: 1,
      text: { maxChars: 4000, format: 'plain' },
      features: target ? {} : { react: 'full' },
    });
    p.connector.obstacle = 'switched off by actions.reactions';
    await expect(perform('react', REACT)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This is not possible there now: switched off by actions.reactions.',
      details: 'action react is not possible: switched off by actions.reactions',
    });
  });
});
