import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptedPrompter } from '../../../../test/support/cli-world.js';
import { FakeSystemctl } from '../../../../test/support/fake-systemctl.js';
import { readEnvironment } from '../../../config/index.js';
import { Cli } from '../../cli.js';
import type { CliWorld } from '../../world.js';
import { offerService } from './offer.js';
import { type Machine, unitFileOf } from './service-plan.js';

let folder: string;
let systemctl: FakeSystemctl;
let machine: Machine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-offer-'));
  systemctl = new FakeSystemctl(folder);
  mkdirSync(join(folder, 'state'));
  machine = {
    uid: 1000,
    node: '/bin/sh',
    program: '/etc/passwd',
    environment: readEnvironment({ GATEHOUSE_STATE_DIR: join(folder, 'state') }),
    etc: join(folder, 'etc'),
    varLib: join(folder, 'var'),
    configHome: join(folder, 'config'),
    systemctl: systemctl.program,
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

const QUESTION = 'Run the gateway in the background, and start it at every login?';
const offer = async (...answers: boolean[]) => {
  const prompter = new ScriptedPrompter(answers);
  const cli = new Cli({ version: '1.2.3', calledAs: 'gatehouse' } as unknown as CliWorld);
  return [await offerService(cli, prompter, machine), ...prompter.screen];
};
const isInstalled = () => existsSync(unitFileOf(machine, 'user'));

describe('the offer of a service', () => {
  it('installs and starts it after a yes, with the state directory of the setup', async () => {
    const [outcome, question, ...said] = await offer(true);
    expect([outcome, question, said.at(-1)]).toEqual([
      'started',
      QUESTION,
      'The gateway runs as a service: gatehouse service status --user',
    ]);
    expect(systemctl.changes().at(-1)).toBe('--user --no-ask-password start gatehouse.service');
  });

  it('changes nothing after a no', async () => {
    expect(await offer(false)).toEqual(['declined', QUESTION]);
    expect([isInstalled(), systemctl.changes()]).toEqual([false, []]);
  });

  it('is one sentence and no question where neither systemd nor launchd runs', async () => {
    machine = { ...machine, systemctl: join(folder, 'none') };
    const [outcome, ...said] = await offer();
    expect([outcome, said]).toEqual([
      'unavailable',
      [
        expect.stringMatching(
          /^The gateway cannot run as a service: neither systemd nor launchd runs here, so [^.]*$/,
        ),
      ],
    ]);
  });

  it('says why the service was not installed', async () => {
    systemctl.refuses('enable');
    const [outcome, , ...said] = await offer(true);
    expect([outcome, said[0]]).toEqual([
      'unavailable',
      expect.stringContaining('was not installed: systemctl enable failed'),
    ]);
  });

  it('is not made while a gateway runs', async () => {
    const address = { url: 'http://127.0.0.1:1', pid: process.pid };
    writeFileSync(join(folder, 'state/gateway.json'), JSON.stringify(address));
    expect(await offer()).toEqual(['running']);
  });
});
