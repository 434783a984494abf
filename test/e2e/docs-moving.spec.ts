import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeSimulator, lastUserText, ModelSimulator } from '../../simulators/index.js';
import { commandsOf } from '../support/documented-blocks.js';
import { eventually } from '../support/eventually.js';
import { digestOf } from '../support/openclaw/digest.js';
import { hermesIn } from '../support/hermes/home.js';
import { openclawIn } from '../support/openclaw/state-dir.js';
import { Laptop } from './support/laptop.js';

const ANN = '+12025550150';

let bridge: BridgeSimulator;
let model: ModelSimulator;
let laptop: Laptop;
beforeEach(async () => {
  bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
  model = await ModelSimulator.start({ reply: (request) => `answer to: ${lastUserText(request)}` });
  laptop = await Laptop.open();
});
afterEach(async () => {
  await laptop.close();
  await Promise.all([bridge.stop(), model.stop()]);
});

/** Secrets of the other program. */
const variables = () => ({ BRIDGE_PASSWORD: bridge.password, MODEL_KEY: 'model-key' });
const envOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

interface Move {
  /** The folder of the other program. */
  readonly source: string;
  readonly look: string;
  readonly take: string;
  readonly start: string;
}

/** Moves, and has a person who had access write to the new gateway. @returns the mover's terminal */
async function moved({ source, look, take, start }: Move) {
  const before = digestOf(source);
  const mover = laptop.terminal();
  const looked = await mover.run(look);
  expect(looked).toContain('Nothing was written');
  const took = await mover.run(take);
  for (const secret of Object.values(variables())) expect(looked + took).not.toContain(secret);

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
  return mover;
}

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
  writeFileSync(join(source, '.env'), envOf(variables()));
  const [look = '', take = '', start = '', check = '', separate = ''] = commandsOf(
    'guide/moving-from-openclaw.md',
  );
  const mover = await moved({ source, look, take, start });
  expect(await mover.run(check)).toContain(ANN);
  await mover.run(separate);
  expect(await mover.run('gatehouse config get session.dmScope')).toContain('per-sender');
});

it('the commands of guide/moving-from-hermes.md let listed people be answered; a second import changes no byte', async () => {
  const source = join(laptop.home, '.hermes');
  const { BRIDGE_PASSWORD, MODEL_KEY } = variables();
  hermesIn(source, {
    'config.yaml': `model: {default: m, provider: custom, base_url: "${model.baseUrl}", api_key: "\${MODEL_KEY}"}\n`,
    '.env': envOf({
      MODEL_KEY,
      BLUEBUBBLES_SERVER_URL: bridge.url,
      BLUEBUBBLES_PASSWORD: BRIDGE_PASSWORD,
      BLUEBUBBLES_ALLOWED_USERS: ANN,
    }),
  });
  const [look = '', take = '', start = '', check = '', ...others] = commandsOf('guide/moving-from-hermes.md');
  expect(others).toEqual([]);
  const mover = await moved({ source, look, take, start });
  expect(await mover.run(check)).toContain(ANN);
});
