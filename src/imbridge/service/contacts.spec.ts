import { clientOf } from '../../../test/support/imbridge.js';
import type { SenderId } from '../../channels/index.js';
import { BridgeSimulator } from '../../../simulators/index.js';
import type { BridgeClient } from './client/bridge-client.js';
import { ContactDirectory } from './contacts.js';

let bridge: BridgeSimulator;
let client: BridgeClient;
beforeEach(async () => {
  bridge = await BridgeSimulator.start();
  client = clientOf(bridge);
});
afterEach(async () => {
  await client.close();
  await bridge.stop();
});

it('contacts are found by phone and e-mail address, whatever their spelling, with one request', async () => {
  bridge.addContact({
    firstName: 'Ann',
    lastName: 'Lee',
    phones: ['(202) 555-0143'],
    emails: ['Ann@Example.net'],
  });
  const sut = new ContactDirectory(client, () => 'US');
  await Promise.all([sut.refresh(), sut.refresh()]);
  await sut.refresh();
  const names = ['+12025550143', 'ann@example.net', '+12025550199'].map((id) => sut.nameOf(id as SenderId));
  expect(names).toEqual(['Ann Lee', 'Ann Lee', undefined]);
  expect(bridge.requests).toHaveLength(1);
});

it('contacts stay unknown when the bridge may not read them', async () => {
  bridge.faults.requests.all({ kind: 'answer', status: 500, text: 'no' });
  const sut = new ContactDirectory(client, () => undefined);
  await sut.refresh();
  expect(sut.nameOf('+12025550143' as SenderId)).toBeUndefined();
});
