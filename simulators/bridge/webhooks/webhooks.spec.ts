import { createServer } from 'node:http';
import { ANNE, BEN, bridgeSetup } from '../../testing/setup.js';
import { EXAMPLES } from '../fixtures/index.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const receive = (text: string) => t.sut.receiveText({ from: ANNE, text });
const arrived = () => t.datas().map((each) => each.text);

describe('the wire form (imbridge-wire 3.1 to 3.3)', () => {
  it('has the keys of example E1', async () => {
    await t.subscribe('new-message');
    receive('Are we still on for six?');
    await t.sut.idle();
    const [example] = EXAMPLES.E1;
    const data = example?.data as object;
    expect(Object.keys(t.datas()[0] ?? {})).toEqual(Object.keys(data));
    expect(t.datas()[0]).toMatchObject({
      guid: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/) as string,
      handle: { address: ANNE, service: 'iMessage', uncanonicalizedId: null, country: 'us' },
    });
    expect(t.receiver.received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'axios/1.7.2',
    });
  });

  it('leaves participants out of new-message and chats out of updated-message', async () => {
    await t.subscribe();
    const group = t.sut.createGroup({ name: 'Allotment', participants: [ANNE, BEN] });
    const row = t.sut.receiveText({ from: BEN, text: 'Who?', chatGuid: group.guid });
    t.sut.editByPerson(row.guid, 'Who has it?');
    await t.sut.idle();
    expect(t.types().toSorted()).toEqual(['new-message', 'updated-message']);
    const byType = (type: string) => t.receiver.received.find((each) => each.type === type)?.data;
    expect(byType('new-message')).toMatchObject({ chats: [{ guid: group.guid, style: 43 }] });
    expect(byType('new-message')).not.toHaveProperty('chats.0.participants');
    expect(byType('updated-message')).not.toHaveProperty('chats');
    expect(byType('updated-message')).toMatchObject({ text: 'Who has it?', partCount: 1 });
  });

  it('marks an unsent message by dateEdited and partCount 0', async () => {
    const row = receive('oops');
    await t.subscribe('updated-message');
    t.sut.unsendByPerson(row.guid);
    await t.sut.idle();
    expect(t.datas()).toMatchObject([{ partCount: 0, text: null, dateRetracted: null }]);
  });

  it('describes a tapback by SMS in its text only', async () => {
    const row = t.sut.receiveText({ from: ANNE, text: 'hi', service: 'SMS' });
    const tapback = t.sut.tapback(ANNE, row.guid, 'love');
    expect(tapback).toMatchObject({
      text: 'Loved “hi”',
      associatedMessageType: null,
      chat: { service: 'SMS' },
    });
    expect(tapback.handle).toMatchObject({ service: 'SMS' });
  });

  it('gives tapbacks a string type and the target with its part', async () => {
    await t.subscribe();
    const row = receive('Are we still on for six?');
    await t.sut.idle();
    t.sut.tapback(ANNE, row.guid, 'love');
    await t.sut.idle();
    expect(t.datas()[1]).toMatchObject({
      text: 'Loved “Are we still on for six?”',
      associatedMessageType: 'love',
      associatedMessageGuid: `p:0/${row.guid}`,
    });
  });

  it('sends user info of the url as Basic authentication', async () => {
    const url = t.receiver.url.replace('http://', 'http://imb:s3cret@');
    await t.api('POST /webhook', { url, events: ['new-message'] });
    receive('hello');
    await t.sut.idle();
    const basic = `Basic ${Buffer.from('imb:s3cret').toString('base64')}`;
    expect(t.receiver.received[0]?.headers.authorization).toBe(basic);
  });

  it('sends only the events asked for', async () => {
    await t.subscribe('updated-message');
    receive('hello');
    await t.sut.idle();
    expect(t.types()).toEqual([]);
  });
});

describe('delivery', () => {
  it('never retries, whatever the receiver answers', async () => {
    await t.subscribe();
    t.receiver.status = 500;
    receive('one');
    await t.sut.idle();
    await t.receiver.close();
    receive('two');
    await t.sut.idle();
    expect(t.sut.deliveries.map((each) => each.outcome)).toEqual([500, 'failed']);
    expect(arrived()).toEqual(['one']);
  });

  it('follows redirects', async () => {
    const redirector = createServer((_request, response) => {
      response.writeHead(307, { location: t.receiver.url }).end();
    });
    await new Promise<void>((resolve) => redirector.listen(0, '127.0.0.1', resolve));
    const { port } = redirector.address() as { port: number };
    await t.api('POST /webhook', { url: `http://127.0.0.1:${port}/`, events: ['*'] });
    receive('hello');
    await t.sut.idle();
    expect(arrived()).toEqual(['hello']);
    redirector.closeAllConnections();
    redirector.close();
  });

  it('drops, holds back, repeats and delays events on demand', async () => {
    await t.subscribe('new-message');
    const { webhooks } = t.sut.faults;
    webhooks.next({ kind: 'drop' }).next({ kind: 'hold' }).next({ kind: 'repeat', times: 2 });
    webhooks.next({ kind: 'delay', ms: 30 });
    for (const text of ['dropped', 'held', 'twice', 'delayed']) receive(text);
    await t.sut.waitFor(() => arrived().length >= 3);
    expect(arrived()).toEqual(['twice', 'twice', 'held']);
    await t.sut.idle();
    expect(arrived()).toEqual(['twice', 'twice', 'held', 'delayed']);
    expect(t.sut.deliveries.filter((each) => each.outcome === 'dropped')).toHaveLength(1);
  });

  it('releases a held event when no other event comes', async () => {
    await t.subscribe('new-message');
    t.sut.faults.webhooks.next({ kind: 'hold', forMs: 5 });
    receive('alone');
    await t.sut.waitFor(() => arrived().length === 1);
  });

  it('drops a share of the events for a chaos test', async () => {
    await t.subscribe('new-message');
    t.sut.faults.webhooks.sometimes(0.5, { kind: 'drop' });
    for (let index = 0; index < 20; index += 1) receive(`${index}`);
    await t.sut.idle();
    expect(arrived().length).toBeGreaterThan(2);
    expect(arrived().length).toBeLessThan(18);
  });

  it('sends any given body', async () => {
    await t.subscribe();
    for (const body of [...EXAMPLES.E27, ...EXAMPLES.E29]) t.sut.post(body);
    await t.sut.idle();
    expect(t.types().toSorted()).toEqual([
      'new-message',
      'new-message',
      'typing-indicator',
      'typing-indicator',
    ]);
  });
});

describe('old messages (imbridge-wire 3.4)', () => {
  it('can be sent again as new-message', async () => {
    await t.subscribe();
    const row = receive('once');
    t.sut.replay(row.guid);
    t.sut.faults.webhooks.next({ kind: 'old-first' });
    t.sut.peerTyping(row.chat.guid, true);
    await t.sut.idle();
    expect(t.datas().filter((each) => each.guid === row.guid)).toHaveLength(3);
  });

  it('come as new-message when they change after an hour, or after a restart', async () => {
    await t.subscribe('new-message', 'updated-message');
    const old = t.sut.receiveText({ from: ANNE, text: 'old', date: Date.now() - 3_700_000 });
    const fresh = receive('fresh');
    t.sut.update(old.guid, { dateRead: Date.now() });
    t.sut.update(fresh.guid, { dateRead: Date.now() });
    await t.sut.idle();
    expect(t.types().filter((each) => each === 'updated-message')).toHaveLength(1);
    await t.sut.restart();
    t.sut.update(fresh.guid, { dateRead: Date.now() });
    await t.sut.idle();
    expect(t.datas().at(-1)).toMatchObject({ guid: fresh.guid });
    expect(t.types().at(-1)).toBe('new-message');
  });
});
