import { call } from '../testing/client.js';
import type { Receiver } from '../testing/receiver.js';
import { startReceiver } from '../testing/receiver.js';
import { BridgeSimulator } from './bridge-simulator.js';

let sut: BridgeSimulator;
let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
  sut = await BridgeSimulator.start({ echoDelayMs: [0, 3], deliveryReceipts: false });
});
afterEach(async () => {
  await sut.stop();
  await receiver.close();
});

const subscribe = () => call(sut, 'POST /webhook', { url: receiver.url, events: ['*'] });

it('answers a person: webhook in, text out, two echoes of which one carries the tempGuid', async () => {
  await subscribe();
  const row = sut.receiveText({ from: '+12025550143', text: 'hello' });
  await sut.settled();
  expect(receiver.received).toMatchObject([{ type: 'new-message', data: { guid: row.guid } }]);
  const chatGuid = row.chat.guid;
  expect(chatGuid).toBe('iMessage;-;+12025550143');

  const answer = await call(sut, 'POST /message/text', { chatGuid, message: 'hi', tempGuid: 't-1' });
  expect(answer.json).toMatchObject({ status: 200, message: 'Message sent!', data: { tempGuid: 't-1' } });
  await sut.settled();
  const echoes = receiver.received.slice(1).map((each) => each.data as { tempGuid?: string });
  expect(echoes.map((each) => each.tempGuid).sort()).toEqual(['t-1', undefined]);
  expect(sut.sentMessages(chatGuid).map((each) => each.text)).toEqual(['hi']);
});
