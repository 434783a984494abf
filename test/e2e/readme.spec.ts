import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelSimulator } from '../../simulators/index.js';
import { freePort } from '../support/free-port.js';
import { itWith } from '../support/needs.js';
import { Terminal } from '../support/terminal.js';

const ROOT = join(import.meta.dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
/** The commands of the README, in order. The first two blocks install: `fresh-machine.mjs` runs them. */
const [
  ,
  ,
  alias = '',
  simulate = '',
  start = '',
  approve = '',
  operate = '',
  model = '',
  data = '',
  ...others
] = [...README.matchAll(/^```sh\n([\s\S]+?)```$/gm)].map(([, commands = '']) => commands.trim());

let home: string;
let server: ModelSimulator;
/** The README's ports, and those that are free here. */
let ports: Readonly<Record<string, number>>;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'readme-'));
  server = await ModelSimulator.start({ reply: () => 'Hello, I am a model.' });
  ports = { 1234: await freePort(), 3000: await freePort(), 11434: server.port };
});
afterEach(async () => {
  await Terminal.closeAll();
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

/** A terminal in the clone, of someone whose home is empty, with the alias. */
const terminal = async (): Promise<Terminal> => {
  const { PATH, TMPDIR } = process.env;
  const env = { PATH, TMPDIR, HOME: home, GATEHOUSE__GATEWAY__PORT: String(ports[3000]) };
  const opened = new Terminal({ cwd: ROOT, env });
  await opened.run(alias);
  return opened;
};
const here = (commands: string): string =>
  commands.replaceAll(/127\.0\.0\.1:(\d+)/g, (whole, port: string) =>
    whole.replace(port, String(ports[port])),
  );

itWith('curl')(
  'the commands of the README work in an empty home',
  async () => {
    const [phone, gateway, operator] = [await terminal(), await terminal(), await terminal()];
    phone.type(`${simulate} --port ${ports[1234]}`);
    await phone.prints('You are +12025550143');
    gateway.type(here(start));
    await gateway.prints('webhook of default registered');

    phone.type('Hello');
    await phone.prints('send its owner this pairing code');
    await operator.run(approve);
    phone.type('Are you there?');
    await phone.prints('echo: Are you there?');

    const status = await operator.run(operate);
    expect(status).toMatch(/imbridge +default +connected/);
    phone.type('//status');
    await phone.prints('› /status');

    expect(await operator.run(here(model))).toContain('Hello, I am a model.');
    phone.type('And now?');
    await phone.prints('gatehouse ‹ Hello, I am a model.');

    expect(JSON.parse((await operator.run(here(data))).split('\n').at(-1)!)).toMatchObject({
      status: 'completed',
    });
    expect(others).toEqual([]);
  },
  180_000,
);
