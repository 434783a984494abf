import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { itWith } from '../support/needs.js';
import { Screen } from '../support/screen.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';
import { programFile } from './support/program.js';
import { RecordedPage } from './support/recorded-page.js';

const ANN = '+12025550143';
const BEN = '+12025550178';
const PATIENCE_MS = 60_000;

let world: ImbridgeGateway;

beforeEach(async () => {
  world = await startImbridgeGateway({ dmPolicy: 'pairing' }, { session: { dmScope: 'per-sender' } });
});
afterEach(async () => {
  await Screen.closeAll();
  await world.stop();
});

const answersTo = (person: string): readonly string[] => {
  const chat = world.bridge.chats.find(({ guid }) => guid.endsWith(`;-;${person}`));
  return chat ? world.bridge.sentMessages(chat.guid).map(({ text }) => text ?? '') : [];
};
const write = (person: string, text: string): void => void world.bridge.receiveText({ from: person, text });
const answered = (person: string, text: string) =>
  eventually(() => answersTo(person).some((answer) => answer.includes(text)), {
    what: `an answer to “${text}”`,
  });

/**
 * Leaves a gateway as a colleague might: another policy, a grant less, a conversation held, a file open to others, and
 * a new password at the bridge only.
 */
async function breakIt({ bridge, gateway }: ImbridgeGateway): Promise<void> {
  for (const person of [ANN, BEN]) {
    await gateway.cli('grants', 'add', 'imbridge', person);
    write(person, 'Good morning');
    await answered(person, 'Good morning');
  }
  const { body } = await gateway.admin('GET', '/conversations');
  const ben = (body.items as { id: string; conversation_id: string }[]).find(({ conversation_id: id }) =>
    id.endsWith(BEN),
  )!;
  await gateway.cli('conversations', 'hold', ben.id);
  const { stdout } = await gateway.cli('grants', 'list', 'imbridge', '--json');
  const grants = (JSON.parse(stdout) as { items: { id: string; sender_id: string }[] }).items;
  await gateway.cli('grants', 'remove', grants.find(({ sender_id: id }) => id === ANN)!.id);
  await gateway.cli('config', 'set', 'channels.imbridge.dmPolicy', 'allowlist');
  chmodSync(join(gateway.stateDir, 'gatehouse.json'), 0o644);
  bridge.changePassword('the-new-password');
}

/** Leaves out what the machine of the tests is like: its disk may be full, slow or shared. */
const withoutTheMachine = (lines: readonly string[]): readonly string[] => {
  const begins = lines.map((line) => /^[✓!✗?] (\S+)/.exec(line)?.[1]);
  return lines.filter((_, at) => {
    const id = begins.slice(0, at + 1).findLast((each) => each !== undefined);
    return !['disk', 'file-system', 'database'].includes(id ?? '');
  });
};

itWith('script')(
  'a broken gateway answers again within a minute, by the terminal alone',
  async () => {
    const page = new RecordedPage('no-answer', 'Troubleshooting: no answers');
    const { gateway } = world;
    await breakIt(world);
    const path = [dirname(process.execPath), programFile('../.bin'), process.env.PATH].join(':');
    const screen = new Screen({
      cwd: gateway.stateDir,
      env: { PATH: path, HOME: gateway.stateDir, LANG: 'C.UTF-8', GATEHOUSE_STATE_DIR: gateway.stateDir },
    });
    const run = async (command: string) => page.show(withoutTheMachine(await screen.run(command)));
    await screen.settles();
    const begun = Date.now();

    page.say(
      'You take over a gateway from a colleague, and people report that they get no answers. `gatehouse doctor` checks everything and shows problems, warnings and fixes:',
    );
    await run('gatehouse doctor');
    page.say('The bridge has a new password. Set it in the configuration; the gateway uses it immediately:');
    await run('gatehouse config set channels.imbridge.password the-new-password');
    await run('gatehouse doctor --only imbridge');
    page.say('Ann still gets no answer. `access` shows how a message from her would be handled, and why:');
    await run(`gatehouse access imbridge ${ANN}`);
    await run(`gatehouse grants add imbridge ${ANN}`);
    write(ANN, 'Are you there?');
    await answered(ANN, 'Are you there?');
    page.say('Now she gets an answer. Ben also has access, but gets no answers:');
    await run(`gatehouse access imbridge ${BEN}`);
    await run('gatehouse conversations list --held');
    const held = screen.lines.flatMap((line) => /(cnv_[0-9a-z]{26})/.exec(line)?.[1] ?? []).at(-1)!;
    page.say('A colleague has taken that conversation over. Hand it back to the assistant:');
    await run(`gatehouse conversations release ${held}`);
    write(BEN, 'And now?');
    await answered(BEN, 'And now?');
    const tookMs = Date.now() - begun;
    page.say(
      'Others on this machine can read the configuration. The doctor fixes that, and no problem remains:',
    );
    await run('gatehouse doctor --fix');

    await page.compare([
      [gateway.stateDir, '~/.gatehouse'],
      [/after \d+ s\b/g, 'after 5 s'],
      [gateway.url, 'http://127.0.0.1:3000'],
      [world.bridge.url, 'http://127.0.0.1:1234'],
      [world.model.baseUrl, 'http://127.0.0.1:11434/v1'],
    ]);
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  },
  180_000,
);
