import { commandsOf } from '../support/documented-blocks.js';
import { freePort } from '../support/free-port.js';
import type { WorkplaceSettings } from '../../simulators/index.js';
import { Laptop } from './support/laptop.js';

let laptop: Laptop;
afterEach(() => laptop.close());

it('the commands of guide/workchat.md connect a simulated cloud, make its app and find its site', async () => {
  const [simulate = '', , tell = '', manifest = '', validate = '', site = '', ...others] =
    commandsOf('guide/workchat.md');
  laptop = await Laptop.open();
  const webhook = await freePort();
  const person = laptop.terminal();
  person.type(`${simulate} --port 0 --bot http://127.0.0.1:${webhook}/api/messages`);
  await person.prints('You are Irene Paz');
  const [, printed = ''] = /For gatehouse.json:\n([\s\S]+?\n {2}\})/.exec(person.output) ?? [];
  const { workchat } = (JSON.parse(printed) as { channels: { workchat: WorkplaceSettings } }).channels;
  // The simulated cloud in place of the real one, and no registry.
  const variables = {
    npm_config_registry: 'http://127.0.0.1:1',
    GATEHOUSE__CHANNELS__WORKCHAT__CLOUD: JSON.stringify(workchat.cloud),
    GATEHOUSE__CHANNELS__WORKCHAT__WEBHOOK__PORT: String(webhook),
  };
  const told = tell
    .replace('<app ID>', workchat.appId)
    .replace('<tenant ID>', workchat.tenantId)
    .replace("<secret's value>", workchat.appPassword);
  const gateway = await laptop.start(told, variables);
  await gateway.prints('connected');
  person.type('Hello');
  await person.prints('send its owner this pairing code');

  const operator = laptop.terminal(variables);
  await operator.run(manifest);
  await operator.run(validate);
  person.type('/site release');
  person.type('/permit Sites.Read.All');
  await person.prints('northwind.sharepoint.com,');
  expect(await operator.run(site)).toContain('northwind.sharepoint.com,');
  expect(others).toEqual([]);
}, 120_000);

it('the commands of guide/workchat.md try the simulated cloud', async () => {
  const [simulate = '', connect = '', tell = ''] = commandsOf('guide/workchat.md');
  laptop = await Laptop.open();
  const [port, webhook] = [await portsInARow(), await freePort()];
  const person = laptop.terminal();
  person.type(`${simulate} --port ${port} --bot http://127.0.0.1:${webhook}/api/messages`);
  await person.prints(`channels add workchat --simulated ${port}`);
  const install = tell.split('\n').filter((line) => line.startsWith('gatehouse plugins install'));
  const gateway = await laptop.start(
    [...install, connect.replace('--simulated', `--simulated ${port}`)].join('\n'),
    {
      npm_config_registry: 'http://127.0.0.1:1',
      GATEHOUSE__CHANNELS__WORKCHAT__WEBHOOK__PORT: String(webhook),
    },
  );
  await gateway.prints('connected');
  person.type('Hello');
  await person.prints('send its owner this pairing code');
}, 120_000);

/** The first of as many free ports in a row as the simulator has hosts. */
async function portsInARow(): Promise<number> {
  const ports = await Promise.all(Array.from({ length: 6 }, () => freePort()));
  return ports.every((each, at) => each === ports[0]! + at) ? ports[0]! : portsInARow();
}
