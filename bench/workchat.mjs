// A workchat activity verified and accepted, against botbuilder's own echo bot. Ours is on disk before its answer; the
// echo bot sends its answer to a service of negligible cost, and in a second run, silent, it only verifies.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkplaceSimulator } from '../build/simulators/index.js';
import { personalMessages } from './lib/activities.mjs';
import { saturate } from './lib/load.mjs';
import { startGateway, startReference, stateDirWith } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies, median } from './lib/stats.mjs';
import { fastService } from './reference/fast-service.mjs';

const ROUNDS = 3;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const TARGET = 0.8;

/** The channel's endpoint, once it listens: its port is any free one. */
async function endpointOf({ url, stateDir }) {
  const token = readFileSync(join(stateDir, 'admin-token'), 'utf8').trim();
  const asked = await fetch(`${url}/admin/v1/channels/workchat?deep=true`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = await asked.json();
  if (answer.accounts?.[0]?.probe?.endpoint) return answer.accounts[0].probe.endpoint;
  throw new Error(`the channel does not listen: ${JSON.stringify(answer)}`);
}

const simulator = await WorkplaceSimulator.start();
const service = await fastService();
const { app, cloud } = simulator;
const { appId, tenantId, secret: appPassword } = app;
const workchat = { appId, appPassword, tenantId, cloud, dmPolicy: 'disabled', webhook: { port: 0 } };

const identity = JSON.stringify({ appId, tenantId, ...cloud });
const gateway = await startGateway({ channels: { workchat } }, { stateDir: stateDirWith('workchat') });
const echo = await startReference('echo-bot.mjs', identity);
const silent = await startReference('echo-bot.mjs', identity, 'silent');

const headers = {
  'content-type': 'application/json; charset=utf-8',
  authorization: `Bearer ${await simulator.sign(service.url)}`,
};
const message = personalMessages(app, service.url);
const call = (url) => (n) => ({ url, headers, body: message(n % 50, `message ${n}`) });
const bots = { ours: call(await endpointOf(gateway)), echo: call(echo.url), silent: call(silent.url) };

const rates = { ours: [], echo: [], silent: [] };
const ourLatencies = [];
let failed = 0;
for (const next of Object.values(bots)) await saturate(next, { seconds: 1 });
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, next] of Object.entries(bots)) {
    const run = await saturate(next, { seconds: SECONDS });
    rates[name].push(run.perSecond);
    failed += run.failed;
    if (name === 'ours') ourLatencies.push(...run.latencies);
  }
}

const perSecond = (name) => Math.round(median(rates[name]));
const against = (name) => (median(rates.ours) / median(rates[name])).toFixed(2);
const ratio = Number(against('echo'));
report('workchat', [
  {
    work: 'workchat activity verified and accepted',
    target: `≥ ${TARGET} of botbuilder's own echo bot`,
    measured: against('echo'),
    met: ratio >= TARGET && failed === 0,
    detail: [
      `${perSecond('ours')}/s against ${perSecond('echo')}/s`,
      `${against('silent')} of one that says nothing (${perSecond('silent')}/s)`,
      `p99 ${latencies(ourLatencies).p99} ms, failed ${failed}`,
    ].join('; '),
  },
]);
await Promise.all([gateway.dispose(), echo.stop(), silent.stop(), simulator.stop(), service.stop()]);
