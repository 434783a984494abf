import { timeLimit } from '../../../simulators/common/time-limit.js';
import { CliUsageError } from '../../channels/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../config/index.js';
import { callTo, graphThrottled, WorkplaceSimulator } from '../../../simulators/index.js';
import { WORKCHAT_CONFIG } from '../settings/workchat.config.js';
import { siteIdCommand } from './site-id.command.js';

let cloud: WorkplaceSimulator;
beforeAll(async () => {
  cloud = await WorkplaceSimulator.start();
});
afterAll(() => cloud.stop());

function run(options: Record<string, string>, workchat: object = {}) {
  const { appId, tenantId, secret: appPassword } = cloud.app;
  const raw = { channels: { workchat: { appId, tenantId, appPassword, cloud: cloud.cloud, ...workchat } } };
  const config = checkConfig([...CORE_SECTIONS, WORKCHAT_CONFIG], raw, readEnvironment({}));
  const signal = AbortSignal.timeout(timeLimit(10_000));
  return siteIdCommand.run({ args: [], options, stateDir: '/', config: () => config, signal });
}

it('site-id prints the ID of the site, however its path is written', async () => {
  cloud.app.graphPermissions.add('Sites.Read.All');
  const { id, host } = cloud.addSite('Docs & More');
  for (const path of ['sites/docs-more', '/sites/docs-more/', 'sites%2Fdocs-more'])
    expect(await run({ host, path })).toEqual({ data: { site_id: id }, text: id });
  expect(await run({ host: `https://${host.toUpperCase()}/`, path: 'sites/docs-more' })).toMatchObject({
    text: id,
  });
});

it('site-id reports the problem and its remedy', async () => {
  const site = { host: 'northwind.sharepoint.com', path: 'sites/docs-more' };
  await expect(run({ ...site, path: 'sites/none' })).rejects.toThrow(
    'there is no site northwind.sharepoint.com/sites/none (HTTP 404',
  );
  cloud.app.graphPermissions.clear();
  await expect(run(site)).rejects.toThrow('Sites.Read.All or Sites.ReadWrite.All');
  cloud.faults.requests.next({ kind: 'answer', answer: graphThrottled(600) }, { when: callTo('graph') });
  await expect(run(site)).rejects.toThrow('try again in a minute');
  cloud.faults.requests.next({ kind: 'cut' }, { when: callTo('graph') });
  await expect(run(site)).rejects.toThrow('the directory does not respond');
  await expect(run(site, { appPassword: 'wrong' })).rejects.toThrow('client secret is wrong');
  await expect(run(site, { enabled: false })).rejects.toThrow('channels.workchat is not set up');
});

it.each([
  { host: 'nowhere', path: 'sites/a' },
  { host: 'a.example/../b', path: 'sites/a' },
  { host: 'a.example', path: 'sites/../../users' },
  { host: 'a.example', path: 'sites/a:/drive' },
  { host: 'a.example', path: 'sites/a?x=1' },
])('site-id refuses %j without a call', async (options) => {
  const before = cloud.requestsTo('graph').length;
  await expect(run(options)).rejects.toThrow(CliUsageError);
  expect(cloud.requestsTo('graph').length).toBe(before);
});
