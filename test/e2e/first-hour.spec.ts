import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { FakeSystemctl } from '../support/fake-systemctl.js';
import { freePort } from '../support/free-port.js';
import { itWith } from '../support/needs.js';
import { execFileSync } from '../support/programs.js';
import { Screen } from '../support/screen.js';
import { programFile } from './support/program.js';
import { RecordedPage } from './support/recorded-page.js';

const { version } = JSON.parse(readFileSync(programFile('package.json'), 'utf8')) as { version: string };
const NEXT = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
const PHONE = '+12025550143';
const DOWN = '\u001b[B';

let home: string;
let model: ModelSimulator;
let ports: { readonly bridge: number; readonly gateway: number };
let env: NodeJS.ProcessEnv;
/** The pairing code. */
let code: string;
let page: RecordedPage;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'first-hour-'));
  mkdirSync(join(home, 'bin'));
  symlinkSync(process.execPath, join(home, 'bin/node'));
  // No service is ever installed by this test.
  new FakeSystemctl(join(home, 'bin')).manager('offline');
  model = await ModelSimulator.start({
    model: 'llama3.2',
    reply: () => 'I answer questions, and remember what we said.',
  });
  ports = { bridge: await freePort(), gateway: await freePort() };
  const path = [join(home, 'program/node_modules/.bin'), join(home, 'bin'), process.env.PATH];
  env = {
    PATH: path.join(delimiter),
    HOME: home,
    LANG: 'C.UTF-8',
    GATEHOUSE__GATEWAY__PORT: String(ports.gateway),
  };
  page = new RecordedPage('first-hour', 'The first hour');
});
afterEach(async () => {
  await Screen.closeAll();
  await model.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Packs the program as a build of a version. */
function archiveOf(build: string): void {
  const folder = join(home, 'build');
  cpSync(programFile('.'), folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: build }));
  execFileSync('npm', ['pack', folder, '--silent'], { cwd: home, env });
  rmSync(folder, { recursive: true });
}

const STEPS = ['accepted', 'judged', 'turn', 'written', 'queued', 'ended', 'attempted', 'sent', 'delivered'];

/** Steps of one moment have no order of their own: these lines get one. */
const inOrder = (lines: readonly string[]): readonly string[] => {
  let rank = -1;
  // A line that continues the words of a row stays behind it.
  const ranked = lines.map((line) => {
    const step = /^[\d.]+ m?s +(\w+)/.exec(line)?.[1];
    if (step !== undefined) rank = STEPS.indexOf(step);
    return { line, rank: line === '' ? STEPS.length : rank };
  });
  const head = ranked.findIndex(({ rank: at }) => at >= 0 && at < STEPS.length);
  const rows = ranked.slice(head).toSorted((a, b) => a.rank - b.rank);
  return [...ranked.slice(0, head), ...rows].map(({ line }) => line);
};

/** Why no service can run here depends on the machine and its user: this paragraph is left out. */
function withoutService(lines: readonly string[]): readonly string[] {
  const begin = lines.findIndex((line) => line.startsWith('│  The gateway cannot run as a service'));
  const end = lines.indexOf('│', begin);
  return begin < 0 ? lines : [...lines.slice(0, begin), ...lines.slice(end + 1)];
}

itWith('script')(
  'the first hour runs as its page shows it',
  async () => {
    archiveOf(version);
    archiveOf(NEXT);
    const [operator, gateway, phone] = [1, 2, 3].map(() => new Screen({ cwd: home, env })) as [
      Screen,
      Screen,
      Screen,
    ];
    /** The operator types a command. */
    const run = async (command: string) => page.show(await operator.run(command));
    /** The person at the phone writes, and reads the answer. */
    const write = async (text: string, answer: string) => {
      const begin = phone.lines.length;
      phone.type(`${text}\r`);
      await phone.shows(answer, begin);
      page.show(phone.lines.slice(begin - 1).filter((line) => /[›‹] |^ {12}/.test(line)));
    };
    const install = (build: string) => run(`npm install --silent --prefix program ./gatehouse-${build}.tgz`);
    const start = async () => {
      const begin = gateway.lines.length;
      gateway.type('gatehouse start\r');
      await gateway.shows('imbridge/default is connected', begin);
    };

    /** Resolves when the service has reported the delivery of all that was sent. */
    const delivered = () =>
      eventually(
        async () => {
          const listed = await operator.run('gatehouse deliveries list');
          return listed
            .filter((line) => line.startsWith('STATUS '))
            .every((line) => line.endsWith(' delivered'));
        },
        { what: 'the receipts' },
      );

    page.say('## Install');
    page.say(
      'Use the archive of a release, or the one that `npm pack ./dist` creates after a build. It needs Node ≥ 24 and no network.',
    );
    await install(version);

    page.say('## Set up');
    page.say(
      '`onboard` asks for the bridge and the model, tests both, and writes the file at the end. Here the bridge is simulated: `gatehouse simulate bridge` runs in another terminal. Where systemd or launchd runs, `onboard` then offers to start the gateway as a service, tests that the bridge reaches it, and opens the console.',
    );
    phone.type(`gatehouse simulate bridge --port ${ports.bridge}\r`);
    await phone.shows('You are');
    operator.type('gatehouse onboard\r');
    for (const [question, keys] of [
      ['What do you want to set up first?', '\r'],
      ['Which channel?', '\r'],
      ['Server URL', `http://127.0.0.1:${ports.bridge}\r`],
      ['API password', 'bridge-password\r'],
      ['Webhook path', '\r'],
      ['Who may write', '\r'],
      ['Your own phone number', 'ann@example.org\r'],
      ['Who else is an operator', '\r'],
      ['Which model should answer?', `${DOWN.repeat(7)}\r`],
      ['Which API', '\r'],
      ['Base URL', `${model.baseUrl}\r`],
      ['API key', '\r'],
      ['Which model?', '\r'],
    ] as const) {
      await operator.shows(`◆  ${question}`);
      operator.type(keys);
    }
    await operator.shows('Written to');
    await operator.settles();
    page.show(withoutService(operator.lines.slice(operator.lines.indexOf('$ gatehouse onboard'), -1)));

    page.say('## Approve a sender');
    page.say(
      '`gatehouse start` runs in another terminal, or [as a service](../operations/running.md). A person sends their first message:',
    );
    await start();
    await write('Hello', 'It expires in');
    await run('gatehouse pairing list');
    code = phone.lines
      .map((line) => /^ {12}([A-Z0-9]{8})$/.exec(line)?.[1])
      .find((each) => each !== undefined)!;
    // The line of the prompt becomes that of the notice.
    const approval = phone.lines.length - 1;
    await run(`gatehouse pairing approve imbridge ${code}`);
    page.say('The person learns it, and the model answers them:');
    await phone.shows('You now have access', approval);
    page.show(phone.lines.slice(approval).filter((line) => line.startsWith('gatehouse ‹')));
    await write('What can you do?', 'gatehouse ‹');

    page.say('## Send a message, and trace it');
    await run(`gatehouse message send --channel imbridge --target ${PHONE} --message 'Lunch at noon?'`);
    await run('gatehouse conversations list');
    page.say('`explain` shows the path of one message, from acceptance to delivery:');
    await delivered();
    await run('gatehouse deliveries list');
    const ids = operator.lines.flatMap((line) => /^ID +(dlv_\w+)/.exec(line)?.[1] ?? []);
    page.show(inOrder(await operator.run(`gatehouse explain ${ids.at(-3)}`)));

    page.say('## Change a setting');
    page.say('A running gateway applies it immediately.');
    await run(`gatehouse config set messages.responsePrefix '"[assistant]"'`);
    await write('And now?', '[assistant]');

    page.say('## Update and roll back');
    page.say(
      'Press Ctrl-C in the gateway’s terminal to stop it; it finishes work in progress first. The next build starts with the same files. [Upgrade and rollback](../operations/upgrade.md) explains when rolling back needs an export.',
    );
    for (const build of [NEXT, version]) {
      gateway.type('\u0003');
      await gateway.settles();
      await install(build);
      await start();
      await run('gatehouse status');
    }
    await write('Still there?', '[assistant]');

    await page.compare([
      [home, '~'],
      [`127.0.0.1:${ports.bridge}`, '127.0.0.1:1234'],
      [`127.0.0.1:${model.port}`, '127.0.0.1:11434'],
      [`127.0.0.1:${ports.gateway}`, '127.0.0.1:3000'],
      [code, 'K7QM4XTE'],
    ]);
  },
  180_000,
);
