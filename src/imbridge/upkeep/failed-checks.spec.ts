import { eventually } from '../../../test/support/eventually.js';
import { type AccountFixture, accountOf } from '../../../test/support/imbridge.js';
import { BridgeSimulator } from '../../../simulators/index.js';
import { webhookMessage } from '../../../simulators/bridge/messages/wire.js';

const ANN = '+12025550143';
let bridge: BridgeSimulator;
let sut: AccountFixture;

/** An account whose bridge answers no call, and still sends webhooks. */
async function failing(refusedForMs: number): Promise<void> {
  bridge = await BridgeSimulator.start({ deliveryReceipts: false });
  sut = accountOf(bridge, { refusedForMs });
  sut.account.connect(sut.sink);
  await eventually(() => sut.state.values.has('default/cursor'), { what: 'the first catch-up' });
  bridge.faults.requests.all({ kind: 'answer', status: 503, text: 'busy' });
  await eventually(() => sut.sink.status === 'transient-disconnect', { what: 'a failed check' });
}
afterEach(async () => {
  await sut.account.disconnect();
  await bridge.stop();
});

const receive = (text: string) =>
  sut.account.receive(
    'new-message',
    webhookMessage(bridge.receiveUnseen({ from: ANN, text }), { chats: true }),
  );
const checks = () => bridge.requests.filter(({ path }) => path.endsWith('/server/info')).length;

it('failed checks hold a newer message back while missed ones may be fetched soon', async () => {
  await failing(60_000);
  bridge.receiveUnseen({ from: ANN, text: 'missed' });
  const newer = receive('newer');
  const before = checks();
  await eventually(() => checks() > before + 2, { what: 'further failed checks' });
  expect(sut.sink.texts).toEqual([]);
  bridge.faults.clear();
  await newer;
  expect(sut.sink.texts).toEqual(['missed', 'newer']);
});

it('failed checks that continue hold no live message back', async () => {
  await failing(50);
  await receive('newer');
  expect(sut.sink.texts).toEqual(['newer']);
});
