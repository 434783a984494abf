import { FakeClock } from '../../../../test/support/fake-clock.js';
import { clientOf } from '../../../../test/support/imbridge.js';
import type { SenderId } from '../../../channels/index.js';
import { BridgeSimulator } from '../../../../simulators/index.js';
import type { BridgeClient } from './bridge-client.js';
import { bridgeInfoOf, canSend, ServerInfo } from './server-info.js';

const ALIAS = 'alias@example.com' as SenderId;
const isAccount = ({ path }: { readonly path: string }) => path.endsWith('/icloud/account');
let bridge: BridgeSimulator;
let client: BridgeClient;
let clock: FakeClock;
let sut: ServerInfo;

beforeEach(async () => {
  bridge = await BridgeSimulator.start();
  client = clientOf(bridge);
  clock = new FakeClock();
  sut = new ServerInfo(client, clock);
});
afterEach(async () => {
  await client.close();
  await bridge.stop();
});

const asked = () => bridge.requests.filter(isAccount).length;
const addAlias = () =>
  bridge.faults.requests.all(
    {
      kind: 'answer',
      status: 200,
      json: { status: 200, message: 'ok', data: { aliases: [{ Alias: ALIAS, Status: 3 }] } },
    },
    { when: isAccount },
  );

it.each([
  [true, true],
  [1, true],
  ['true', true],
  [false, false],
  [0, false],
  ['false', false],
  [null, false],
])('server information with %j says %j of the Private API and its helper', (value, expected) => {
  const info = bridgeInfoOf({ private_api: value, helper_connected: value });
  expect([info.privateApi, info.helperConnected]).toEqual([expected, expected]);
});

it('row 27: known server information stays when the bridge does not answer, however old', async () => {
  await sut.refresh();
  await bridge.down();
  clock.advance(24 * 3_600_000);
  expect(await sut.get()).toMatchObject({ privateApi: true, helperConnected: true });
});

it('server information is requested again after a refusal, although an older answer is on its way', async () => {
  const isInfo = ({ path }: { readonly path: string }) => path.endsWith('/server/info');
  const info = { os_version: '15.5.0', private_api: true, helper_connected: true };
  const answer = { status: 200, message: 'ok', data: info };
  bridge.faults.requests.next({ kind: 'answer', status: 200, json: answer }, { when: isInfo });
  bridge.faults.helperOff = true;
  const early = sut.refresh();
  await sut.renew();
  await early;
  expect(sut.known()).toMatchObject({ helperConnected: false });
});

describe('aliases of the account', () => {
  it('are requested every ten minutes, however often server information is', async () => {
    await sut.refresh();
    addAlias();
    for (let minute = 1; minute < 10; minute++) {
      clock.advance(60_000);
      await sut.refresh();
    }
    expect(asked()).toBe(1);
    expect(sut.isOwnAddress(ALIAS)).toBe(false);
    clock.advance(60_000);
    await sut.refresh();
    expect(sut.isOwnAddress(ALIAS)).toBe(true);
  });

  it('are requested as soon as the Private API is on', async () => {
    addAlias();
    bridge.faults.helperOff = true;
    await sut.refresh();
    expect(asked()).toBe(0);
    bridge.faults.helperOff = false;
    await sut.refresh();
    expect(sut.isOwnAddress(ALIAS)).toBe(true);
  });

  it('stay known when a request fails, and are requested again', async () => {
    addAlias();
    await sut.refresh();
    bridge.faults.requests.clear();
    bridge.faults.requests.next({ kind: 'cut' }, { when: isAccount });
    clock.advance(10 * 60_000);
    await sut.refresh();
    expect(sut.isOwnAddress(ALIAS)).toBe(true);
    await sut.refresh();
    expect(asked()).toBe(3);
  });
});

it('canSend is false for macOS 26 without the Private API, and true while nothing is known', async () => {
  expect(canSend(undefined)).toBe(true);
  bridge.faults.macOs26 = bridge.faults.helperOff = true;
  await sut.refresh();
  expect(canSend(sut.known())).toBe(false);
});

describe('a direct chat that was last addressed by its own handle', () => {
  const PHONE = '+12025550100';
  const isChat = ({ path }: { readonly path: string }) => path.includes('/chat/');
  const chat = {
    service: 'iMessage',
    separator: '-',
    identifier: PHONE,
    guid: `iMessage;-;${PHONE}`,
  } as const;
  beforeEach(async () => {
    bridge.faults.helperOff = true;
    await sut.refresh();
  });

  it('is asked for again when the bridge, or a proxy, could not answer', async () => {
    bridge.directChat(PHONE).lastAddressedHandle = PHONE;
    bridge.faults.requests.next({ kind: 'answer', status: 502 }, { when: isChat });
    await sut.learnFrom(chat);
    expect(sut.isOwnAddress(PHONE as SenderId)).toBe(false);
    await sut.learnFrom(chat);
    expect(sut.isOwnAddress(PHONE as SenderId)).toBe(true);
  });

  it('is asked for once, and again after its people were forgotten', async () => {
    bridge.directChat(PHONE);
    const times = () => bridge.requests.filter(isChat).length;
    await sut.learnFrom(chat);
    await sut.learnFrom(chat);
    expect(times()).toBe(1);
    sut.forgetChats();
    await sut.learnFrom(chat);
    expect(times()).toBe(2);
  });
});
