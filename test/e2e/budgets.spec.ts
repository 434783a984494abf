import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const PEOPLE = 4;
const LIMIT = 30_000;

const numberOf = (person: number) => `+1202555${String(100 + person).padStart(4, '0')}`;

/** Tokens of a request, as the simulator reports them. */
const promptTokens = (messages: unknown): number => JSON.stringify(messages).split(/\s+/).length;

describe('a budget of a gateway that is killed', () => {
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let gateway: GatewayProcess;

  beforeEach(async () => {
    bridge = await BridgeSimulator.start();
    model = await ModelSimulator.start({ reply: () => 'yes' });
    const price = { input: 1, output: 2 };
    const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', price };
    gateway = new GatewayProcess({
      session: { dmScope: 'per-sender' },
      channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' } },
      agents: { list: [{ id: 'main', runtime: { ...runtime, maxOutputTokens: 400 } }] },
      usage: {
        budgets: [{ name: 'house', per: 'gateway', tokensPerDay: LIMIT }],
        overBudget: 'Enough until {when}.',
      },
    });
    await gateway.start();
  });
  afterEach(async () => {
    await gateway.dispose();
    await Promise.all([bridge.stop(), model.stop()]);
  });

  const answersTo = (person: number) =>
    bridge.sentMessages(bridge.directChat(numberOf(person)).guid).map(({ text }) => text ?? '');
  const all = () => Array.from({ length: PEOPLE }, (_, person) => answersTo(person)).flat();
  const write = (round: number) => {
    for (let person = 0; person < PEOPLE; person++)
      bridge.receiveText({ from: numberOf(person), text: `message ${round}` });
  };
  /** The count of the simulator: every request, and one token for each answer. */
  const spent = () => model.requests.reduce((sum, { body }) => sum + promptTokens(body.messages) + 1, 0);
  const ledger = async () => {
    const { body } = await gateway.admin('GET', '/usage?by=day');
    const items = body.items as { input_tokens: number; output_tokens: number }[];
    return items.reduce((sum, line) => sum + line.input_tokens + line.output_tokens, 0);
  };

  it('is never overspent, and the ledger has every call', async () => {
    let round = 0;
    for (let kill = 0; kill < 3; kill++) {
      const before = model.requests.length;
      write(round++);
      await eventually(
        () => model.requests.length > before || all().some((text) => text.includes('Enough')),
        {
          timeoutMs: 60_000,
          what: 'a call of the model',
        },
      );
      await gateway.kill();
      await gateway.start();
    }
    while (!all().some((text) => text.startsWith('Enough')) && round < 60) {
      const before = all().length;
      write(round++);
      await eventually(
        () => all().length >= before + PEOPLE || all().some((text) => text.startsWith('Enough')),
        {
          timeoutMs: 90_000,
          what: 'answers',
        },
      );
    }
    await eventually(() => gateway.isIdle(), { timeoutMs: 90_000, what: 'an empty queue' });
    expect(spent()).toBeLessThanOrEqual(LIMIT);
    expect(await ledger()).toBeGreaterThanOrEqual(spent());
    // Each person is told once at the most.
    for (let person = 0; person < PEOPLE; person++)
      expect(answersTo(person).filter((text) => text.startsWith('Enough')).length).toBeLessThanOrEqual(1);
    const { body } = await gateway.admin('GET', '/budgets');
    expect((body.items as { used_ratio: number }[])[0]!.used_ratio).toBeLessThanOrEqual(1);
  }, 240_000);
});
