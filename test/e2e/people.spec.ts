import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { filesWith } from '../support/people-world.js';
import { entriesIn } from '../support/zip-entries.js';
import { GatewayProcess } from './support/gateway-process.js';

const ANN = '+12025550143';
const TYPED = '+1 (202) 555-0143';
const SECRET = 'my hovercraft is full of eels';
const LETTER_TEXT = 'a letter about eels and hovercraft';
const LETTER = {
  name: '../../letter.txt',
  mimeType: 'text/plain',
  content: Buffer.from(LETTER_TEXT),
};

describe('a person of the installed program', () => {
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
    const { url: serverUrl, password } = bridge;
    const imbridge = { serverUrl, password, webhookSecret: 'webhook-secret-value' };
    gateway = new GatewayProcess({
      channels: { imbridge: { ...imbridge, dmPolicy: 'pairing', groupAllowFrom: [TYPED] } },
    });
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  });
  afterAll(async () => {
    await gateway.dispose();
    await bridge.stop();
  });

  const answers = () => bridge.sentMessages(bridge.directChat(ANN).guid).map(({ text }) => text ?? '');
  const ask = async (text: string, count: number) => {
    bridge.receiveText({ from: ANN, text });
    await settled(count);
  };
  const settled = async (count: number) => {
    await eventually(() => answers().length === count, { what: `answer ${count}` });
    await eventually(() => gateway.isIdle(), { what: 'an idle gateway' });
  };

  it('is handed out, erased over a kill -9, found in no byte, and must pair again', async () => {
    await ask('let me in', 1);
    const code = /^[A-Z0-9]{8}$/m.exec(answers()[0] ?? '')?.[0] ?? '';
    expect(await gateway.cli('pairing', 'approve', 'imbridge', code)).toMatchObject({ code: 0 });
    await ask(SECRET, 2);
    // A vote is in test/medium/people-workchat.spec.ts: the bridge has no polls.
    bridge.receive({ from: ANN, text: 'look', attachments: [LETTER] });
    await settled(3);

    const out = join(gateway.stateDir, '..', `${Date.now()}-${process.pid}-person.zip`);
    expect(await gateway.cli('people', 'export', 'imbridge', TYPED, '--out', out)).toMatchObject({ code: 0 });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const entries = entriesIn(readFileSync(out));
    expect(entries.get('messages.json')?.toString()).toContain(SECRET);
    const [, letter] = [...entries].find(([name]) => name.startsWith('files/')) ?? [];
    expect(letter?.toString()).toBe(LETTER_TEXT);

    const dry = await gateway.cli('people', 'erase', 'imbridge', TYPED, '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({
      id: null,
      counts: { grants: 1 },
      settings: ['channels.imbridge.groupAllowFrom[0]'],
    });
    const unsure = await gateway.cli('people', 'erase', 'imbridge', TYPED);
    expect(unsure).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    for (const text of [SECRET, LETTER_TEXT]) expect(filesWith(gateway.stateDir, [text])).not.toEqual([]);

    const { digest } = JSON.parse(dry.stdout) as { digest: string };
    const yes = ['--yes', digest];
    expect(await gateway.cli('people', 'erase', 'imbridge', TYPED, '--yes')).toMatchObject({ code: 2 });
    const cut = gateway.cli('people', 'erase', 'imbridge', TYPED, ...yes);
    await eventually(
      async () =>
        ((await gateway.admin('GET', '/audit?action=person.erased')).body.items as unknown[]).length > 0,
    );
    await gateway.kill();
    await cut;
    await gateway.start();
    // The bridge tells old messages again after a start; that brings nothing of the person back.
    await eventually(
      async () => (await gateway.cli('people', 'erase', 'imbridge', TYPED, '--dry-run')).code === 1,
      { timeoutMs: 30_000, what: 'the end of the erasing' },
    );
    const again = await gateway.cli('people', 'erase', 'imbridge', TYPED, ...yes);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing is stored about this sender'),
    });
    // Its rows go first, then the pages that they were on.
    const left = () => filesWith(gateway.stateDir, [SECRET, LETTER_TEXT, ANN, ANN.slice(1)]);
    await eventually(() => left().length === 0, { timeoutMs: 30_000, what: 'no byte of the person' });

    const before = answers().length;
    await ask('hello?', before + 1);
    expect(answers().at(-1)).toMatch(/^[A-Z0-9]{8}$/m);
  });
});
