import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkplaceSimulator } from '../../../simulators/index.js';
import { ScriptedPrompter, Shell } from '../../../test/support/cli-world.js';
import { scopeWith } from '../../app.sections.js';
import { readEnvironment } from '../../config/index.js';
import { readConfigFile } from '../../config/load/config-file.js';
import { OFFERED, Plugins, sourceOf } from '../../plugins/index.js';
import { WORKCHAT, WorkchatModule, workchatSetup } from '../../workchat/index.js';
import { Cli } from '../cli.js';
import { loadConfigCode } from '../local/config.js';
import type { CliWorld } from '../world.js';
import { PluginSetup } from '../plugins/plugin-setup.js';
import { PluginWizard } from './plugin-wizard.js';

const APP = '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21';
const TENANT = 'a9d4e3b2-17c6-4f05-8b3e-60d2f1c7a854';
const SECRET = 'app-password';

/** The questions after the credentials: port, path, direct messages, you, their senders, groups, their senders, teams. */
const OTHERS = [
  '',
  '',
  'pairing',
  'me@northwind.example',
  '',
  'allowlist',
  'ann@northwind.example',
  'Release/Work, Release/Ops, Sales',
];

let shell: Shell;
beforeEach(() => (shell = new Shell()));
afterEach(() => shell.remove());

describe('the questions of a plugin', () => {
  let cloud: WorkplaceSimulator;
  beforeAll(async () => {
    cloud = await WorkplaceSimulator.start({ appPassword: SECRET });
  });
  afterAll(() => cloud.stop());
  beforeEach(() => shell.write('gatehouse.json', fileWith({ cloud: cloud.settings.cloud })));

  const fileWith = (workchat: object) => JSON.stringify({ channels: { workchat } });
  const path = () => join(shell.stateDir, 'gatehouse.json');
  const section = () =>
    (JSON.parse(readFileSync(path(), 'utf8')) as { channels: { workchat: object } }).channels.workchat;
  const opened = async (more?: Readonly<Record<string, unknown>>) => {
    const environment = () => readEnvironment(shell.env);
    const interruption = () => shell.interruption.signal;
    const world = { environment, readConfigFile, interruption, calledAs: 'gatehouse' };
    const cli = new Cli(world as unknown as CliWorld);
    const plugin = { module: WorkchatModule, sections: [WORKCHAT], setup: workchatSetup };
    const installed = {
      name: 'it',
      version: '1',
      channels: ['workchat'],
      folder: '',
      source: '',
      installedAt: '',
    };
    const plugins = new Plugins([{ ...installed, plugin }]);
    const code = { ...(await loadConfigCode(cli)), plugins, scope: scopeWith(plugins, environment()) };
    return new PluginSetup(cli, code, workchatSetup, more);
  };
  const answer = async (...answers: (string | boolean | undefined)[]) => {
    const prompter = new ScriptedPrompter(answers);
    const wizard = new PluginWizard(prompter, await opened());
    const failure = await wizard.run().then(
      (planned) => planned.write().then(() => undefined),
      (error: unknown) => (error as Error).message,
    );
    return { failure, screen: prompter.screen.join('\n'), refused: prompter.refused };
  };

  it('are all asked, test the credentials at once, and are written at the end', async () => {
    const { failure, screen } = await answer(APP, SECRET, TENANT, ...OTHERS);
    expect([failure, section()]).toEqual([
      undefined,
      {
        cloud: cloud.settings.cloud,
        appId: APP,
        appPassword: SECRET,
        tenantId: TENANT,
        webhook: { port: 3978, path: '/api/messages' },
        dmPolicy: 'pairing',
        allowFrom: ['me@northwind.example'],
        groupPolicy: 'allowlist',
        groupAllowFrom: ['ann@northwind.example'],
        teams: { Release: { channels: { Work: {}, Ops: {} } }, Sales: {} },
      },
    ]);
    expect(screen).toMatch(/The directory accepts the bot's credentials[^]*Port for the platform/);
    expect(screen).not.toContain(SECRET);
  });

  it('have answers for a simulated service, which others replace', async () => {
    shell.write('gatehouse.json', '{}');
    const settings = workchatSetup.simulated.settings(4600);
    const setup = await opened(settings);
    await setup.plan({ appPassword: 'another' }).write();
    expect(section()).toEqual({ ...settings, appPassword: 'another' });
  });

  it('switch a disabled channel on', async () => {
    shell.write('gatehouse.json', fileWith({ cloud: cloud.settings.cloud, enabled: false }));
    expect((await answer(APP, SECRET, TENANT, ...OTHERS)).failure).toBeUndefined();
    expect(section()).not.toHaveProperty('enabled');
  });

  it.each([
    ['alone', [SECRET]],
    ['correct', [APP, SECRET, TENANT]],
  ])('are repeated for a wrong answer, and for credentials that the directory refuses', async (...again) => {
    const wrong = ['abc', APP, '', 'another', TENANT];
    const { refused, screen } = await answer(...wrong, ...again.flat(), ...OTHERS);
    expect(refused).toEqual([expect.stringContaining('must be an ID'), 'is required']);
    expect(screen).toContain('the client secret is wrong');
    expect(section()).toMatchObject({ appPassword: SECRET, dmPolicy: 'pairing' });
  });

  it('continue without the directory when the operator chooses so', async () => {
    await cloud.down();
    const { failure, screen } = await answer(APP, SECRET, TENANT, 'again', 'write', ...OTHERS);
    await cloud.up();
    expect([failure, screen]).toEqual([undefined, expect.stringContaining('The bot cannot get a token')]);
    expect(section()).toMatchObject({ appId: APP });
  });

  it('change nothing after Ctrl-C, nor an existing section without a yes', async () => {
    const before = readFileSync(path(), 'utf8');
    expect((await answer(APP, SECRET, TENANT, '4000', undefined)).failure).toContain('nothing was changed');
    expect(readFileSync(path(), 'utf8')).toBe(before);
    shell.write('gatehouse.json', fileWith({ appId: APP, appPassword: SECRET, tenantId: TENANT }));
    expect((await answer(false)).failure).toBe('nothing was changed');
  });
});

describe('a missing plugin', () => {
  const [offered] = OFFERED;

  it('is offered from the git checkout when the program runs from one, else by its channel name', () => {
    const folder = join(shell.stateDir, offered!.folder);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    expect(sourceOf(offered!, shell.stateDir)).toBe(offered!.channel);
    mkdirSync(join(shell.stateDir, '.git'));
    expect(sourceOf(offered!, shell.stateDir)).toBe(folder);
  });

  it.each([['onboard'], ['channels', 'add', 'workchat']])(
    'is offered by %s, and nothing is changed when that is declined',
    async (...command) => {
      const answers = command[0] === 'onboard' ? ['channel', 'workchat', false] : [false];
      const prompter = (shell.prompter = new ScriptedPrompter(answers));
      const { code, stderr } = await shell.run(...command);
      expect(prompter.screen.at(-1)).toBe(
        `workchat needs a plugin. Install it from ${sourceOf(offered!)} now?`,
      );
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('nothing was changed; workchat: its plugin'),
      ]);
    },
  );
});
