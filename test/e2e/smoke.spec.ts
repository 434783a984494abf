import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { Chats } from './support/chats.js';
import { GatewayProcess } from './support/gateway-process.js';

const CHATS = 3;

/** The one e2e spec of `npm test` (test/jest/runs.ts); `crash.spec.ts` is the long form. */
describe('the installed program', () => {
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;

  beforeEach(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
    gateway = new GatewayProcess({
      session: { dmScope: 'per-sender' },
      channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' } },
    });
  });
  afterEach(async () => {
    await gateway.dispose();
    await bridge.stop();
  });

  it('answers each message once, also those that it was about to answer when it was killed', async () => {
    const chats = new Chats(bridge, CHATS);
    const asked = () => bridge.requests.filter(({ path }) => path.endsWith('/message/text')).length;
    await gateway.start();
    chats.writeInAll();
    await chats.allAnsweredOnce(gateway);

    // The bridge is sending them while the gateway is killed, so no gateway is told that they were sent.
    bridge.faults.sends.all({ kind: 'hang', ms: 2_500, row: 'last' });
    const before = asked();
    chats.writeInAll();
    await eventually(() => asked() === before + CHATS, { what: 'all sends' });
    await gateway.kill();
    bridge.faults.clear();
    await gateway.start();
    await chats.allAnsweredOnce(gateway);
    expect(await gateway.terminate()).toBe(0);
  }, 120_000);
});
