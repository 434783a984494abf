import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeSimulator } from '../../simulators/index.js';
import { commandsOf } from '../support/documented-blocks.js';
import { freePort } from '../support/free-port.js';
import { Laptop } from './support/laptop.js';

const [simulate = '', connect = '', add = '', reach = '', start = '', status = '', approve = '', ...others] =
  commandsOf('guide/imbridge.md');

let laptop: Laptop;
afterEach(() => laptop.close());

it('the commands of guide/imbridge.md connect a simulated bridge, and pair its sender', async () => {
  const port = await freePort();
  laptop = await Laptop.open({ 'http://127.0.0.1:1234': `http://127.0.0.1:${port}` });
  const phone = laptop.terminal();
  phone.type(`${simulate} --port ${port}`);
  await phone.prints('You are +12025550143');
  const gateway = await laptop.start(connect);
  await gateway.prints('webhook of default registered');
  phone.type('Hello');
  await phone.prints('send its owner this pairing code');
  const operator = laptop.terminal();
  expect(await operator.run(approve)).toContain('+12025550143');
  phone.type('Are you there?');
  await phone.prints('echo: Are you there?');
  expect(await operator.run(status)).toContain('os_version: 15.5.0');
});

it('the commands of guide/imbridge.md connect a remote bridge with the password in a file', async () => {
  const bridge = await BridgeSimulator.start();
  try {
    laptop = await Laptop.open({ 'http://192.168.1.20:1234': bridge.url });
    laptop.write('secrets/bridge-password', bridge.password);
    expect(await laptop.terminal().run(laptop.here(add))).toContain('accepts the password');
    const file = readFileSync(join(laptop.home, '.gatehouse/gatehouse.json'), 'utf8');
    expect(JSON.parse(file)).toMatchObject({
      channels: { imbridge: { password: { file: join(laptop.home, 'secrets/bridge-password') } } },
    });
    await laptop.terminal().run(reach);
    expect(JSON.parse(readFileSync(join(laptop.home, '.gatehouse/gatehouse.json'), 'utf8'))).toMatchObject({
      gateway: { host: '0.0.0.0' },
      channels: { imbridge: { webhookUrl: 'http://192.168.1.10:3000' } },
    });
    // The gateway would listen outside of this machine, and the bridge call another one.
    for (const path of ['gateway.host', 'channels.imbridge.webhookUrl'])
      await laptop.terminal().run(`gatehouse config unset ${path}`);
    const gateway = await laptop.start(start);
    await gateway.prints('webhook of default registered');
  } finally {
    await bridge.stop();
  }
});

it('all commands of guide/imbridge.md are tested', () => expect(others).toEqual([]));
