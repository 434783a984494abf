import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

const ANN = '+12025550143';
const BEN = '+12025550178';
const ZOE = '+12025550199';

describe('an operator on imbridge', () => {
  let world: ImbridgeGateway;
  let bridge: ImbridgeGateway['bridge'];
  let model: ImbridgeGateway['model'];
  let gateway: ImbridgeGateway['gateway'];
  let group: string;

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'open' }, { session: { dmScope: 'per-sender' } });
    ({ bridge, model, gateway } = world);
    group = bridge.createGroup({ participants: [ANN, BEN], name: 'Crew' }).guid;
    bridge.receiveText({ from: ANN, text: 'hi' });
    await eventually(() => sentTo(ANN).length === 1, { timeoutMs: 20_000, what: 'the first answer' });
  }, 60_000);
  afterAll(() => world.stop());

  const chatOf = (handle: string) => bridge.chats.find(({ guid }) => guid.endsWith(`;-;${handle}`))?.guid;
  const sentTo = (handle: string) => {
    const chat = chatOf(handle);
    return chat === undefined ? [] : bridge.sentMessages(chat);
  };
  const arrived = (handle: string, text: string) =>
    eventually(() => sentTo(handle).some((row) => row.text === text), {
      timeoutMs: 20_000,
      what: `“${text}” at ${handle}`,
    });
  const post = (path: string, body: object) => gateway.admin('POST', path, { channel: 'imbridge', ...body });
  const refusal = async (path: string, body: object) => {
    const { status, body: answer } = await post(path, body);
    const { code, details } = answer.error as { code: string; details: string };
    return `${status} ${code}: ${details}`;
  };

  it('writes to a new person by REST, and the assistant has it as context', async () => {
    const { status, body } = await post('/messages', { target: ZOE, message: 'Are you coming?' });
    expect(status).toBe(202);
    expect(body).toEqual({
      delivery_id: (body.delivery_ids as string[])[0],
      delivery_ids: [expect.any(String)],
    });
    await arrived(ZOE, 'Are you coming?');
    bridge.receiveText({ from: ZOE, text: 'yes!' });
    await eventually(() => sentTo(ZOE).length === 2, { timeoutMs: 20_000, what: 'an answer' });
    const asked = JSON.stringify(model.requests.at(-1)!.body);
    expect(asked).toContain('Are you coming?');
    expect(model.refusals).toEqual([]);
    const { body: delivery } = await gateway.admin('GET', `/deliveries/${String(body.delivery_id)}`);
    expect(delivery).toMatchObject({ status: 'sent', conversation_id: `-;${ZOE}` });
  }, 60_000);

  it('writes by the command line, with a file', async () => {
    const file = join(gateway.stateDir, 'note.txt');
    writeFileSync(file, 'a note');
    const where = ['message', 'send', '--channel', 'imbridge', '--target', ANN];
    const sent = await gateway.cli(...where, '--message', 'from the shell', '--media', file, '--json');
    expect([sent.code, sent.stderr]).toEqual([0, '']);
    expect((JSON.parse(sent.stdout) as { delivery_ids: string[] }).delivery_ids).toHaveLength(2);
    await arrived(ANN, 'from the shell');
    await eventually(
      () =>
        sentTo(ANN).some(({ attachments }) => attachments.some((each) => each.transferName === 'note.txt')),
      { timeoutMs: 20_000, what: 'the file' },
    );
    const wrong = await gateway.cli(
      'message',
      'send',
      '--channel',
      'pigeon',
      '--target',
      ANN,
      '--message',
      'x',
    );
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      'gatehouse: No such channel. (channel pigeon is not configured)\n',
    ]);
    expect((await gateway.cli(...where)).code).toBe(2);
  }, 60_000);

  it('sends once under an Idempotency-Key, also after a crash', async () => {
    const message = { channel: 'imbridge', target: ANN, message: 'only once' };
    const send = async () => {
      const response = await fetch(`${gateway.url}/admin/v1/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'notice-1',
        },
        body: JSON.stringify(message),
      });
      return { replayed: response.headers.get('idempotent-replayed'), body: await response.json() };
    };
    const first = await send();
    await arrived(ANN, 'only once');
    await gateway.kill();
    await gateway.start();
    expect(await send()).toEqual({ replayed: 'true', body: first.body });
    const { body } = await post('/actions', {
      action: 'sendWithEffect',
      to: ANN,
      text: 'after',
      effectId: 'slam',
    });
    expect(body).toMatchObject({ status: 'sent' });
    expect(sentTo(ANN).filter(({ text }) => text === 'only once')).toHaveLength(1);
  }, 60_000);

  it('row 24: replies, edits, reacts and unsends', async () => {
    const before = sentTo(ANN).length;
    const row = bridge.receiveText({ from: ANN, text: 'a question' });
    await eventually(() => sentTo(ANN).length > before, { timeoutMs: 20_000, what: 'an answer' });
    const where = { target: ANN, message_id: row.guid };
    const reply = await post('/actions', { action: 'reply', ...where, text: 'an answer' });
    expect([reply.status, reply.body]).toMatchObject([200, { status: 'sent', conversation_id: `-;${ANN}` }]);
    const messageId = String(reply.body.message_id);
    expect(bridge.message(messageId)).toMatchObject({ text: 'an answer', threadOriginatorGuid: row.guid });

    const edit = await post('/actions', { action: 'edit', message_id: messageId, text: 'a better one' });
    expect([edit.status, edit.body]).toMatchObject([200, { status: 'done', message_id: messageId }]);
    expect(bridge.message(messageId)!.text).toBe('a better one');

    const react = await post('/actions', { action: 'react', ...where, emoji: '👍' });
    expect([react.status, react.body.status]).toEqual([200, 'done']);
    expect(bridge.sentReactions(chatOf(ANN)).at(-1)).toMatchObject({ associatedMessageType: 'like' });

    const unsend = await post('/actions', { action: 'unsend', messageId });
    expect([unsend.status, unsend.body.status]).toEqual([200, 'done']);
  }, 60_000);

  it('changes a group', async () => {
    const rename = { action: 'renameGroup', chatGuid: `chat_guid:${group}`, displayName: 'Garden crew' };
    expect((await post('/actions', rename)).body).toMatchObject({ status: 'done' });
    expect(bridge.chats.find(({ guid }) => guid === group)!.displayName).toBe('Garden crew');
  }, 60_000);

  it('gets errors that name the field', async () => {
    expect(await refusal('/messages', { target: 'chat_id:999', message: 'x' })).toMatch(
      /^404 NOT_FOUND: target does not match a known conversation of imbridge/,
    );
    expect(await refusal('/messages', { target: ANN, account: 'two', message: 'x' })).toBe(
      '404 NOT_FOUND: account two of imbridge is not enabled',
    );
    expect(await refusal('/messages', { target: ANN })).toMatch(/^400 INVALID_REQUEST: message is required/);
    expect(await refusal('/messages', { target: ANN, card: { type: 'AdaptiveCard' } })).toBe(
      '400 INVALID_REQUEST: card is not possible: this channel has no cards',
    );
    expect(await refusal('/actions', { action: 'leaveGroup', target: ANN })).toBe(
      '409 CONFLICT: action leaveGroup is not possible: this is not a group',
    );
    const react = { action: 'react', target: ANN, message_id: 'x', emoji: '🦄' };
    expect(await refusal('/actions', react)).toMatch(/^409 CONFLICT: rejected: only these reactions exist/);
    const effect = { action: 'sendWithEffect', target: ANN, text: 'x', effect_id: 'whirl' };
    expect(await refusal('/actions', effect)).toMatch(/^400 INVALID_REQUEST: effect_id: no such effect/);
    const { guid: message_id } = bridge.receiveText({ from: ANN, text: 'hers' });
    for (const change of [{ action: 'edit', text: 'x' }, { action: 'unsend' }])
      expect(await refusal('/actions', { ...change, target: ANN, message_id })).toBe(
        '400 INVALID_REQUEST: message_id does not match a message sent by the gateway',
      );
    const file = { action: 'sendAttachment', target: ANN, buffer: '/etc/passwd', filename: 'a.png' };
    expect(await refusal('/actions', file)).toBe('400 INVALID_REQUEST: buffer is not base64');
    const gone = ['message', 'send', '--channel', 'imbridge', '--target', ANN, '--media', '/nowhere/a.png'];
    expect((await gateway.cli(...gone)).code).not.toBe(0);
  }, 60_000);

  it('is in the audit log, which has no message text', async () => {
    const { body } = await gateway.admin('GET', '/audit?limit=200');
    const text = JSON.stringify(body);
    for (const action of ['message.sent', 'action.requested', 'action.failed'])
      expect(text).toContain(action);
    for (const said of ['from the shell', 'only once', 'a better one', 'Garden crew'])
      expect(text).not.toContain(said);
    expect(gateway.output).not.toContain('from the shell');
  });
});
