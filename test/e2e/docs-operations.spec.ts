import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { BridgeSimulator } from '../../simulators/index.js';
import { blocksOf, commandsOf } from '../support/documented-blocks.js';
import { eventually } from '../support/eventually.js';
import { itWith } from '../support/needs.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import type { Terminal } from '../support/terminal.js';
import { Laptop } from './support/laptop.js';

const ANN = '+12025550143';

describe('the commands of an operator, with one gateway and a bridge', () => {
  let bridge: BridgeSimulator;
  let laptop: Laptop;
  let operator: Terminal;
  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
    bridge.createGroup({ participants: [ANN, '+12025550178'], chatIdentifier: 'chat123' });
    laptop = await Laptop.open({ 'http://192.168.1.20:1234': bridge.url });
    const add = `gatehouse channels add imbridge --http-url ${bridge.url} --password ${bridge.password}`;
    await laptop.start(`${add} && gatehouse start`);
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  });
  afterAll(async () => {
    await laptop.close();
    await bridge.stop();
  });
  beforeEach(() => (operator = laptop.terminal()));

  const run = (commands: string) => operator.run(laptop.here(commands));
  /** Turns messages into dead letters, as if nothing could be done with them. */
  const die = async (messages: number) => {
    const file = new Database(join(laptop.home, '.gatehouse/gatehouse.db'));
    const done = file.prepare(`select id from inbound_events where state = 'done' limit ${messages}`);
    for (let number = 0; number < messages; number++)
      bridge.receiveText({ from: ANN, text: `number ${number}` });
    await eventually(() => done.all().length === messages, { what: 'the end of the messages' });
    for (const [index, { id }] of (done.all() as { id: string }[]).entries()) {
      file.prepare(`update inbound_events set state = 'dead' where id = ?`).run(id);
      const payload = JSON.stringify({ eventId: id });
      const columns = 'id, kind, key, payload, attempts, last_error, created_at, died_at';
      file
        .prepare(`insert into dead_jobs (${columns}) values (?, 'inbound', 'k', ?, 8, 'a fault', 1, 1)`)
        .run(41 + index, payload);
    }
    file.close();
  };
  const hasText = (text: string) => () =>
    bridge.sentMessages(bridge.directChat(ANN).guid).some((sent) => sent.text === text);

  it('of guide/sending.md send a text and a file', async () => {
    const [send = '', ...others] = commandsOf('guide/sending.md');
    laptop.write('plan.pdf', '%PDF-1.4');
    await run(send);
    await eventually(hasText('We are closed today.'), { what: 'the text' });
    const files = () => bridge.sentMessages('iMessage;+;chat123').flatMap(({ attachments }) => attachments);
    await eventually(() => files().some(({ transferName }) => transferName === 'plan.pdf'), {
      what: 'the file',
    });
    expect(others).toEqual([]);
  });

  it('the requests of guide/sending.md work as documented', async () => {
    const requests = blocksOf('guide/sending.md').filter(({ language }) => language === 'http');
    const { guid } = bridge.receiveText({ from: ANN, text: 'Are you open?' });
    const token = readFileSync(join(laptop.home, '.gatehouse/admin-token'), 'utf8').trim();
    const answers: unknown[] = [];
    for (const { text } of requests) {
      const [method, path = ''] = text.split(/\s/);
      const key = /^Idempotency-Key: (.+)$/m.exec(text)?.[1];
      const answer = await fetch(laptop.url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: text.split('\n\n').at(-1)!.replace('0B2F1C1E-…', guid),
      });
      answers.push([answer.status, await answer.json()]);
    }
    expect(answers).toMatchObject([
      [202, { delivery_ids: [expect.any(String)] }],
      [200, { status: 'done' }],
    ]);
  });

  it('of guide/conversations.md take a conversation over, and hand it back', async () => {
    const [block = '', ...others] = commandsOf('guide/conversations.md');
    await run(`gatehouse message send --channel imbridge --target ${ANN} --message hello`);
    const idOf = async () => /cnv_\w+/.exec(await run('gatehouse conversations list'))?.[0];
    await eventually(async () => (await idOf()) !== undefined, { what: 'the conversation' });
    const told = await run(block.replaceAll(/cnv_\w+/g, (await idOf())!));
    expect(told).toContain('the assistant stays silent there');
    expect(told).toContain('token:owner, ends in 1 h');
    expect(told).toContain('is handed back after');
    expect(others).toEqual([]);
  });

  it('of guide/webhooks.md add a webhook, list it, test it, send again and switch it on', async () => {
    const receiver = await WebhookReceiver.listen();
    const [add = '', look = '', resend = '', on = '', ...others] = commandsOf('guide/webhooks.md');
    expect(await run(add)).toContain('whsec_');
    const { url, secret } = receiver;
    const list = JSON.stringify([{ id: 'crm', url, secret, events: ['alert.*'] }]);
    laptop.write('webhooks.json', list);
    await run(`gatehouse config set webhooks.list "$(cat webhooks.json)"`);
    const told = await run(look);
    await receiver.close();
    expect(told).toMatch(/crm accepted msg_\w+: HTTP 204/);
    expect(told).toContain(url);
    expect(receiver.verify(receiver.tries[0]!)).toMatchObject({ type: 'webhook.test' });
    expect(await run(resend)).toContain('Queued 0 messages for crm again.');
    expect(await run(on)).toContain('crm is enabled; 0 messages pending.');
    expect(others).toEqual([]);
  });

  it('of operations/running.md send a dead delivery again', async () => {
    const [retry = ''] = commandsOf('operations/running.md');
    bridge.faults.sends.next({ kind: 'apple-error', code: 22 }, { when: ({ text }) => text === 'again' });
    await run(`gatehouse message send --channel imbridge --target ${ANN} --message again`);
    const dead = async () => (await run('gatehouse deliveries list --status dead')).includes('dlv_');
    await eventually(dead, { what: 'the dead delivery' });
    await run(retry);
    await eventually(hasText('again'), { what: 'the message' });
  });

  it('of operations/running.md show problems', async () => {
    const [, look = ''] = commandsOf('operations/running.md');
    const shown = await run(look);
    expect(shown).toMatch(/imbridge +default +connected +\d+ (s|min) ago/);
    expect(shown).toMatch(
      /^\S+Z ERROR .*is a dead letter.* delivery_id=|^\S+Z ERROR .*dlv_\w+ is a dead letter/m,
    );
  });

  itWith('curl')('of operations/running.md show events as they come', async () => {
    const [, , follow = ''] = commandsOf('operations/running.md');
    operator.type(laptop.here(follow));
    const colleague = laptop.terminal();
    const isTold = async () => {
      await colleague.run(`gatehouse message send --channel imbridge --target ${ANN} --message news`);
      return operator.output.includes('event: message');
    };
    await eventually(isTold, { what: 'the event of a message' });
  });

  it('of operations/running.md say why it is silent', async () => {
    const [, , , why = '', ...others] = commandsOf('operations/running.md');
    bridge.receiveText({ from: '+12025550199', text: 'Hello?' });
    await eventually(async () => (await run('gatehouse pairing list')).includes('+12025550199'));
    const told = await run(why.replace(ANN, '+12025550199'));
    expect(told).toContain('A message is dropped.');
    expect(told).toContain('pairing-pending');
    expect(told).toMatch(/judged +code +not-paired/);
    expect(told).toContain('gatehouse grants add imbridge +12025550199');
    expect(others).toEqual([]);
  });

  it('of guide/imbridge.md test the channel, by a message too', async () => {
    expect(await run('gatehouse channels test imbridge')).toContain('accepts the password');
    expect(await run(`gatehouse channels test imbridge --to ${ANN}`)).toMatch(/Message dlv_\w+: sent\./);
    expect(hasText('This is a test message from Gatehouse.')()).toBe(true);
  });

  it('of operations/backup.md make a backup, and restore it elsewhere', async () => {
    const [made = '', restored = '', ...others] = commandsOf('operations/backup.md');
    expect(await run(made)).toMatch(/verified by a test restore[\s\S]*gatehouse\.backup is complete/);
    const told = await laptop.terminal().run(laptop.here(restored));
    expect(told).toContain(`Restored ${laptop.home}/gatehouse-new`);
    expect(readFileSync(join(laptop.home, 'gatehouse-new/admin-token'), 'utf8')).toBe(
      readFileSync(join(laptop.home, '.gatehouse/admin-token'), 'utf8'),
    );
    expect(others).toEqual([]);
  });

  it('of operations/database.md check and export it, and revive what died', async () => {
    const [check = '', exported = '', revive = '', ...others] = commandsOf('operations/database.md');
    expect(await run(check)).toContain('no problems found');
    await run(exported);
    expect(globSync('backups/gatehouse-*.ndjson.gz', { cwd: laptop.home })).toHaveLength(1);
    await die(2);
    expect(await run(revive)).toMatch(/41 \(inbound\) is queued again\.\n42 \(inbound\) is queued again\./);
    expect(others).toEqual([]);
  });

  it('of operations/configuration.md change settings, and describe a container by variables', async () => {
    const [variables = '', change = '', schema = '', ...others] = commandsOf('operations/configuration.md');
    laptop.write('password.txt', bridge.password);
    expect(await run(change)).toContain('is valid');
    expect(await run(schema)).toContain('gatehouse.schema.json: written');
    for (const secret of ['bridge-password', 'agent-key'])
      laptop.write(`secrets/${secret}`, 'of 16 characters');
    const container = laptop.terminal({ GATEHOUSE_STATE_DIR: join(laptop.home, 'container') });
    const told = await container.run(laptop.here(`set -a\n${variables}\ngatehouse config show`));
    expect(JSON.parse(told)).toMatchObject({
      gateway: { port: 8080, trustedProxies: ['10.0.0.0/8'] },
      channels: { imbridge: { serverUrl: bridge.url } },
      agents: { list: [{ runtime: { type: 'http', baseUrl: 'https://agent.example/turn' } }] },
    });
    expect(others).toEqual([]);
  });
});
