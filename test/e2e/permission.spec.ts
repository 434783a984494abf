import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { spawnSync } from '../support/programs.js';
import { GatewayProcess } from './support/gateway-process.js';
import { programFile } from './support/program.js';

const DROP_IN = join(import.meta.dirname, '../../deploy/gatehouse-permission.conf');

/** Node's flags in the shipped drop-in, with the paths of this test. */
function flagsFor(stateDir: string): string[] {
  const unit = readFileSync(DROP_IN, 'utf8').replace(/\\\n\s*/g, '');
  const [, command = ''] = /^ExecStart=\/usr\/bin\/node (.+) \S+main\.js$/m.exec(unit)!;
  return command
    .replaceAll('/opt/gatehouse/node_modules/gatehouse/', programFile('/'))
    .replaceAll('%S/gatehouse/', `${stateDir}/`)
    .split(/\s+/);
}

let bridge: BridgeSimulator | undefined;
afterAll(() => bridge?.stop());

it("the gateway works under Node's permission flags of the guide, and reads no other folder", async () => {
  bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
  const { url, password } = bridge;
  const imbridge = { serverUrl: url, password, dmPolicy: 'open' };
  const gateway = new GatewayProcess({ channels: { imbridge } }, { nodeArgs: flagsFor });
  const outbox = join(gateway.stateDir, 'outbox');
  mkdirSync(outbox);
  writeFileSync(join(outbox, 'plan.txt'), 'beans');
  gateway.variables.GATEHOUSE__MEDIA__ALLOWED_FOLDERS = JSON.stringify([outbox]);
  await gateway.start();
  const ann = '+12025550143';
  const { guid } = bridge.directChat(ann);
  const answers = () => bridge?.sentMessages(guid).map(({ text }) => text) ?? [];
  bridge.receiveText({ from: ann, text: 'hello' });
  await eventually(() => answers().length === 1, { what: 'the answer' });
  expect(answers()).toEqual(['echo: hello']);

  const media = { path: join(outbox, 'plan.txt') };
  const sent = await gateway.admin('POST', '/messages', { channel: 'imbridge', target: ann, media });
  expect(sent.status).toBe(202);

  // Writing avoids the calls that Node refuses under these flags.
  const change = await gateway.admin('PATCH', '/config', { set: { 'messages.responsePrefix': '>' } });
  expect(change.status).toBe(200);

  // The worker thread of data processing has the same restrictions.
  const user = await gateway.admin('POST', '/users', { email: 'ann@example.org', display_name: 'Ann' });
  const { body } = await gateway.admin('POST', `/users/${String(user.body.id)}/keys`, { name: 'test' });
  const processed = await fetch(`${gateway.url}/v1/data/process`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(body.key)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input_data: 'a;b\n1;2\n', options: { param1: 'csv', param2: ';' } }),
  });
  expect(processed.status).toBe(200);
  expect(await gateway.terminate()).toBe(0);
  expect(gateway.output).not.toContain('ERR_ACCESS_DENIED');

  const outside = { GATEHOUSE_STATE_DIR: gateway.stateDir, GATEHOUSE_ADMIN_TOKEN_FILE: '/etc/passwd' };
  const args = [...flagsFor(gateway.stateDir), programFile('main.js')];
  const { status, stderr } = spawnSync(process.execPath, args, { env: outside, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    78,
    expect.stringMatching(/GATEHOUSE_ADMIN_TOKEN_FILE.*ERR_ACCESS_DENIED/),
  ]);
});
