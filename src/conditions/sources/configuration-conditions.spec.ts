import type { ConnectorRegistry } from '../../channels/index.js';
import {
  checkConfig,
  ConfigProblem,
  type ConfigReload,
  CORE_SECTIONS,
  readEnvironment,
} from '../../config/index.js';
import { checksOf } from '../condition.js';
import { ConfigurationConditions } from './configuration-conditions.js';

const PORT = new ConfigProblem('gateway.port', 'must be a number');

interface Case {
  readonly problems?: readonly ConfigProblem[];
  readonly doubts?: readonly (readonly string[])[];
  readonly env?: Record<string, string>;
  /** Accounts of `alerts.to` on the one channel `imbridge`, which has one account. */
  readonly told?: readonly string[];
}

function examine({ problems = [], doubts = [], env = {}, told = [] }: Case) {
  const environment = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent', ...env });
  const to = told.map((account) => ({ channel: 'imbridge', account, target: 'x' }));
  const config = checkConfig(CORE_SECTIONS, { alerts: { to } }, environment);
  const accounts = () => doubts.map((own) => ({ doubts: own }));
  const find = () => ({ accounts: () => [{ account: 'default' }] });
  const registry = { all: () => [{ accounts }], find } as unknown as ConnectorRegistry;
  const [check] = checksOf([new ConfigurationConditions(config, { problems } as ConfigReload, registry)]);
  return check!.run(AbortSignal.timeout(10_000));
}

describe('the check of the configuration', () => {
  it('is well when the file is in force', async () => {
    expect(await examine({})).toEqual([{ state: 'ok', message: expect.any(String) }]);
  });

  it.each([
    ['gateway.port', '`gatehouse config set gateway.port VALUE`'],
    ['agents.list[0].id', "`gatehouse config set 'agents.list[0].id' VALUE`"],
    ['agents.list[0].runtime.apiKey', "`gatehouse config set 'agents.list[0].runtime.apiKey' -` reads"],
    ['gateway.prot', '`gatehouse config unset gateway.prot`'],
    ['/nonexistent/gatehouse.json', 'Correct the file; `gatehouse config validate`'],
    ['GATEHOUSE__GATEWAY__PORT', 'Correct the variable'],
  ])('names the command for a problem at %s', async (path, remedy) => {
    expect(await examine({ problems: [new ConfigProblem(path, 'is wrong')] })).toEqual([
      {
        state: 'failed',
        message: `the file is not in force: ${path}: is wrong`,
        setting: path,
        remedy: expect.stringContaining(remedy),
      },
    ]);
  });

  it('names no command for a setting that a variable sets', async () => {
    const found = await examine({ problems: [PORT], env: { GATEHOUSE__GATEWAY__PORT: '4000' } });
    expect(found).toMatchObject([{ remedy: expect.stringMatching(/^Correct the variable/) }]);
  });

  it('names the file for several problems, because a command corrects one and is refused for the others', async () => {
    const found = await examine({ problems: [PORT, new ConfigProblem('gateway.prot', 'is wrong')] });
    expect(found.map(({ setting, remedy }) => [setting, remedy?.slice(0, 16)])).toEqual([
      ['gateway.port', 'Correct the file'],
      ['gateway.prot', 'Correct the file'],
    ]);
  });

  it('warns of settings without effect, once for accounts that share them', async () => {
    const doubt = 'channels.imbridge.allowFrom[0] is no phone number';
    expect(await examine({ doubts: [[doubt], [doubt], []] })).toMatchObject([
      { state: 'warning', message: doubt, remedy: expect.any(String) },
    ]);
  });

  it('names the places of alerts.to whose account is not configured', async () => {
    expect(await examine({ told: ['default', 'wrok'] })).toMatchObject([
      { state: 'warning', message: 'alerts.to names imbridge/wrok, which is not configured' },
    ]);
  });
});
