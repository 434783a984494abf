import { jest } from '@jest/globals';
import { type Actor, AuditLog } from '../../src/access-control/index.js';
import { type ActionOutcome, ACTIONS, type RemoteMessageId } from '../../src/channels/index.js';
import type { GatehouseError } from '../../src/common/index.js';
import { type ActionRequest, OperatorActions } from '../../src/operator/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const OPERATOR: Actor = { id: 'token:owner', role: 'owner' };
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ALL = {
  ...Object.fromEntries(ACTIONS.map((name) => [name, 'full'])),
  sendAttachment: 'partial',
} as const;

describe.each(DATABASES)("an operator's action on %s", (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  beforeEach(async () => {
    p = await world.start();
    await world.letIn(p);
    p.connector.features = ALL;
  });
  const perform = (action: ActionRequest['action'], input: object, where: Partial<ActionRequest> = {}) =>
    p.module.get(OperatorActions, { strict: false }).perform(OPERATOR, {
      channel: 'fake',
      target: 'chat-ann',
      action,
      input: input as Record<string, unknown>,
      ...where,
    });
  const refusal = (...args: Parameters<typeof perform>) =>
    perform(...args).then(
      () => 'done',
      (error: unknown) => {
        const { code, details } = error as GatehouseError;
        return `${code}: ${details}`;
      },
    );
  const audited = async () =>
    (await p.module.get(AuditLog, { strict: false }).list(99)).map(({ action, subject, details }) => ({
      action,
      subject,
      details,
    }));

  it.each<[ActionRequest['action'], object, unknown[]]>([
    ['react', { messageId: 'in-9', emoji: '👍' }, ['react', 'in-9', '👍', false]],
    ['react', { messageId: 'in-9', emoji: '👍', remove: true }, ['react', 'in-9', '👍', true]],
    ['edit', { messageId: 'in-9', text: 'better' }, ['edit', 'in-9', 'better', 'operator']],
    ['unsend', { messageId: 'in-9' }, ['unsend', 'in-9']],
    ['renameGroup', { displayName: 'Crew' }, ['renameGroup', 'chat-ann', 'Crew']],
    ['setGroupIcon', { media: PNG }, ['setGroupIcon', 'chat-ann', 'image/png', 70]],
    ['addParticipant', { address: 'ben' }, ['addParticipant', 'chat-ann', 'ben']],
    ['removeParticipant', { address: 'ben' }, ['removeParticipant', 'chat-ann', 'ben']],
    ['leaveGroup', {}, ['leaveGroup', 'chat-ann']],
  ])('%s %j is performed by the connector', async (action, input, expected) => {
    const result = await perform(action, input);
    expect(result).toMatchObject({ action, status: 'done', deliveryIds: [] });
    expect(p.connector.acted).toEqual([expected]);
  });

  it('waits longer than the 43 s in which a bridge refuses a change of a group', async () => {
    const timeouts = jest.spyOn(AbortSignal, 'timeout');
    await perform('addParticipant', { address: 'ben' });
    expect(timeouts.mock.calls).toContainEqual([75_000]);
    timeouts.mockRestore();
  });

  it("returns the connector's note", async () => {
    p.connector.onAct = () => ({ kind: 'done', note: 'it may not show' });
    expect(await perform('leaveGroup', {})).toMatchObject({ note: 'it may not show' });
  });

  it('finds the conversation of our own message automatically', async () => {
    const { messageId } = await perform('reply', { messageId: 'in-1', text: 'hi' });
    const where = { target: undefined };
    const result = await perform('edit', { messageId, text: 'hey' }, where);
    expect(result.target).toMatchObject({ conversation: 'chat-ann' });
    expect(await refusal('edit', { messageId: 'in-1', text: 'x' }, where)).toBe(
      'INVALID_REQUEST: target is required, because message_id is not the full id of a message sent by the gateway',
    );
    expect(await refusal('edit', { messageId, text: 'x' }, { target: 'chat-zoe' })).toBe(
      'INVALID_REQUEST: message_id belongs to another conversation',
    );
  });

  it('that sends a message returns once it was sent', async () => {
    const reply = await perform('reply', { messageId: 'in-1', text: 'hi' });
    expect(reply).toMatchObject({ status: 'sent', messageId: p.connector.sent[0]!.messageId });
    const effect = await perform('sendWithEffect', { text: 'boom', effectId: 'slam' });
    expect(effect).toMatchObject({ status: 'sent', deliveryIds: [expect.stringMatching(/^dlv_/)] });
    const file = await perform('sendAttachment', { buffer: PNG, filename: 'a.png' });
    expect(file).toMatchObject({ status: 'sent' });
    expect(p.connector.sent.map(({ text, filename }) => filename ?? text)).toEqual(['hi', 'boom', 'a.png']);
  });

  it('that sends several messages returns once the last was sent', async () => {
    p.connector.settings = { ...p.connector.settings, text: { chunkLimit: 5, chunkMode: 'length' } };
    const result = await perform('reply', { messageId: 'in-1', text: 'one two three' });
    expect(result.status).toBe('sent');
    expect(p.connector.textsTo('ann')).toEqual(['one', 'two', 'three']);
    expect(result).toMatchObject({ messageId: p.connector.sent[0]!.messageId });
  });

  it('that sends a message returns its state when the gateway stops', async () => {
    let isAsked = false;
    p.connector.onSend = () => {
      isAsked = true;
      return { kind: 'not-sent', code: 'unreachable', retry: { kind: 'wait' }, detail: 'away' };
    };
    const waiting = perform('reply', { messageId: 'in-1', text: 'hi' });
    await eventually(() => isAsked, { what: 'an attempt' });
    await p.stop();
    expect((await waiting).status).toMatch(/^(queued|sending)$/);
  });

  it('fails with the reason of its dead letter', async () => {
    p.connector.onSend = () => ({
      kind: 'not-sent',
      code: 'rejected',
      retry: { kind: 'never' },
      detail: 'no such effect',
    });
    expect(await refusal('sendWithEffect', { text: 'boom', effectId: 'x' })).toBe(
      'CONFLICT: rejected: no such effect',
    );
  });

  it.each<[ActionOutcome, string]>([
    [{ kind: 'failed', code: 'rejected', detail: 'too late' }, 'CONFLICT: rejected: too late'],
    [{ kind: 'failed', code: 'not-supported', detail: 'no helper' }, 'CONFLICT: not-supported: no helper'],
    [{ kind: 'failed', code: 'unreachable', detail: 'away' }, 'UNAVAILABLE: unreachable: away'],
    [
      { kind: 'unknown', code: 'timeout', detail: 'no answer' },
      'UNAVAILABLE: it may or may not have happened: timeout: no answer',
    ],
  ])('fails for the outcome %j', async (outcome, expected) => {
    p.connector.onAct = () => outcome;
    expect(await refusal('unsend', { messageId: 'in-9' })).toBe(expected);
  });

  it('is refused before it is tried when the channel cannot do it', async () => {
    p.connector.features = {};
    p.connector.obstacle = 'switched off';
    expect(await refusal('react', { messageId: 'in-9', emoji: '👍' })).toBe(
      'INVALID_REQUEST: action react is not possible: switched off',
    );
    p.connector.features = ALL;
    expect(await refusal('setGroupIcon', { media: 'AAAA' })).toBe(
      'INVALID_REQUEST: media must be a PNG, JPEG, GIF or WebP image',
    );
    expect(await refusal('edit', { messageId: 'in-9', text: 'x'.repeat(4001) })).toBe(
      'INVALID_REQUEST: text must have at most 4000 characters',
    );
    expect(await refusal('leaveGroup', {}, { target: undefined })).toBe(
      'INVALID_REQUEST: target is required',
    );
    expect(p.connector.acted).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it('is audited before it is performed, and its failure afterwards', async () => {
    const at = { channel: 'fake', account: 'default', target: 'chat-ann' };
    let noted = 0;
    p.connector.onAct = async () => {
      noted = (await audited()).length;
      return { kind: 'failed', code: 'rejected', detail: 'x' };
    };
    await refusal('edit', { messageId: 'in-9' as RemoteMessageId, text: 'a secret' });
    expect(noted).toBe(1);
    const details = { ...at, message_id: 'in-9' };
    expect(await audited()).toEqual([
      {
        action: 'action.failed',
        subject: 'edit',
        details: { ...details, outcome: 'failed', code: 'rejected' },
      },
      { action: 'action.requested', subject: 'edit', details },
    ]);
  });
});
