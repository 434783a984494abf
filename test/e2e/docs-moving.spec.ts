import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeSimulator, lastUserText, ModelSimulator } from '../../simulators/index.js';
import { commandsOf } from '../support/documented-blocks.js';
import { eventually } from '../support/eventually.js';
import { digestOf } from '../support/openclaw/digest.js';
import { openclawIn } from '../support/openclaw/state-dir.js';
import { Laptop } from './support/laptop.js';

const ANN = '+12025550150';

let bridge: BridgeSimulator;
let model: ModelSimulator;
let laptop: Laptop;
beforeAll(async () => {
  bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
  model = await ModelSimulator.start({ reply: (request) => `answer to: ${lastUserText(request)}` });
  laptop = await Laptop.open();
});
afterAll(async () => {
  await laptop.close();
  await Promise.all([bridge.stop(), model.stop()]);
});

it('the commands of guide/moving-from-openclaw.md let approved people be answered; a second import changes no byte', async () => {
  const source = join(laptop.home, '.openclaw');
  openclawIn(source, 'sqlite', {
    meta: { lastTouchedVersion: '2026.8.1' },
    agents: { defaults: { model: 'local/m' }, list: [{ id: 'main', identity: { name: 'Molly' } }] },
    models: { providers: { local: { baseUrl: model.baseUrl, apiKey: '${MODEL_KEY}' } } },
    channels: {
      bluebubbles: { accounts: { home: { serverUrl: bridge.url, password: '${BRIDGE_PASSWORD}' } } },
    },
  });
  const variables = { BRIDGE_PASSWORD: bridge.password, MODEL_KEY: 'model-key' };
  const env = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(source, '.env'), env.join(''));
  const before = digestOf(source);
  const [look = '', take = '', start = '', ...others] = commandsOf('guide/moving-from-openclaw.md');
  const mover = laptop.terminal();
  const looked = await mover.run(look);
  expect(looked).toContain('Nothing was written');
  const took = await mover.run(take);
  for (const secret of Object.values(variables)) expect(looked + took).not.toContain(secret);

  const state = join(laptop.home, '.gatehouse');
  const written = digestOf(state, { times: false });
  await mover.run(take);
  expect(digestOf(state, { times: false })).toEqual(written);
  expect(digestOf(source)).toEqual(before);

  await laptop.start(start);
  await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  bridge.receiveText({ from: ANN, text: 'hello' });
  const answers = () => bridge.sentMessages(bridge.directChat(ANN).guid).map(({ text }) => text ?? '');
  await eventually(() => answers().some((text) => /^answer to: .*hello$/.test(text)), { what: 'the answer' });
  expect(others).not.toEqual([]);
  for (const commands of others) expect(await mover.run(commands)).toContain(ANN);
});
