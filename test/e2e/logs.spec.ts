import { once } from 'node:events';
import { eventually } from '../support/eventually.js';
import { spawn } from '../support/programs.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';
import { programFile } from './support/program.js';

const ANN = '+12025550143';
const STRANGER = '+12025550199';
const WORDS = ['marzipan', 'kaleidoscope', 'zucchini'];
const HOOK = 'hook-secret-4711';

interface Line {
  readonly message: string;
  readonly event_id: string | null;
  readonly conversation_id: string | null;
  readonly delivery_id: string | null;
}

describe('the log of a running gateway', () => {
  let world: ImbridgeGateway;
  const sentTo = (handle: string) => {
    const chat = world.bridge.chats.find(({ guid }) => guid.endsWith(`;-;${handle}`));
    return chat ? world.bridge.sentMessages(chat.guid) : [];
  };
  const sentNow = (handle: string, count: number) =>
    eventually(() => sentTo(handle).length === count, {
      timeoutMs: 20_000,
      what: `message ${count} to ${handle}`,
    });

  beforeAll(async () => {
    const imbridge = { dmPolicy: 'pairing', allowFrom: [ANN], webhookSecret: HOOK };
    const logging = { level: 'trace', format: 'json' };
    world = await startImbridgeGateway(imbridge, { logging, messages: { retryForMs: 0, apology: WORDS[2] } });
    // An answer, a stranger's code, a turn that fails, a refused webhook and a refused token.
    world.bridge.receiveText({ from: ANN, text: `the first ${WORDS[0]}` });
    await sentNow(ANN, 1);
    world.bridge.receiveText({ from: STRANGER, text: `may I? ${WORDS[1]}` });
    await sentNow(STRANGER, 1);
    world.model.faults.completions.next({ kind: 'status', status: 400 });
    world.bridge.receiveText({ from: ANN, text: `the second ${WORDS[0]}` });
    await sentNow(ANN, 2);
    await fetch(`${world.gateway.url}/imbridge-webhook?password=guess-${HOOK}`, {
      method: 'POST',
      body: '{}',
    });
    await fetch(`${world.gateway.url}/admin/v1/status`, {
      headers: { authorization: 'Bearer wrong-token-815' },
    });
  }, 90_000);
  afterAll(() => world.stop());

  const logs = async (...args: string[]) => {
    const { code, stdout, stderr } = await world.gateway.cli('logs', '--since', '1h', '--json', ...args);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  const linesOf = async (...args: string[]) => (JSON.parse(await logs(...args)) as { items: Line[] }).items;

  it('has neither the text of a message nor a secret', async () => {
    const { bridge, gateway } = world;
    const text = await logs();
    expect((JSON.parse(text) as { items: Line[] }).items.length).toBeGreaterThan(10);
    const [, code = ''] = /code:\n(\S+)/.exec(sentTo(STRANGER)[0]!.text ?? '') ?? [];
    expect(code).toMatch(/^[A-Z0-9]{8}$/);
    for (const each of [...WORDS, HOOK, bridge.password, gateway.token, 'model-key', 'wrong-token-815', code])
      expect([each, text.includes(each)]).toEqual([each, false]);
  }, 60_000);

  it('is found by the event and the conversation of a message, and by its level', async () => {
    const failed = (await linesOf('--level', 'warn')).find(({ message }) => message.includes('failed'));
    expect(failed).toMatchObject({
      event_id: expect.stringMatching(/^evt_/),
      conversation_id: `-;${ANN}`,
    });
    const about = await linesOf('--event', failed!.event_id!);
    expect(about).toContainEqual(failed);
    expect(new Set(about.map(({ event_id }) => event_id))).toEqual(new Set([failed!.event_id]));
    const { body } = await world.gateway.admin('GET', '/conversations');
    const chat = (body.items as { id: string; conversation_id: string }[]).find(
      ({ conversation_id }) => conversation_id === `-;${ANN}`,
    );
    const ofChat = await linesOf('--conversation', chat!.id);
    expect(ofChat).toContainEqual(failed);
    expect(new Set(ofChat.map(({ conversation_id }) => conversation_id))).toEqual(new Set([`-;${ANN}`]));
  }, 60_000);

  it('is followed until Ctrl-C', async () => {
    const { gateway } = world;
    const args = ['logs', '--follow', '--url', gateway.url, '--token', gateway.token, '--level', 'warn'];
    const child = spawn(process.execPath, [programFile('cli.js'), ...args]);
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    await eventually(() => output.includes('failed'), { timeoutMs: 20_000, what: 'the lines before' });
    const path = `/admin/v1/status`;
    const refused = () => output.split('\n').filter((line) => line.includes(`path=${path}`)).length;
    const before = refused();
    const ask = () => fetch(`${gateway.url}${path}`, { headers: { authorization: 'Bearer none' } });
    await eventually(async () => (await ask(), refused() > before), {
      timeoutMs: 20_000,
      what: 'a new line',
    });
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 60_000);

  it('is not kept with keepLines 0, from the change of the setting on', async () => {
    const { code } = await world.gateway.cli('config', 'set', 'logging.keepLines', '0');
    expect(code).toBe(0);
    await eventually(async () => (await linesOf()).length === 0, { what: 'no lines' });
  }, 60_000);
});
