// imbridge webhook accepted durably, against bare Express 5 with one fsynced insert per request.
import { BridgeSimulator } from '../build/simulators/index.js';
import { saturate, steady } from './lib/load.mjs';
import { BridgeRows } from './lib/messages.mjs';
import { startGateway, startReference } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies, median } from './lib/stats.mjs';

const ROUNDS = 3;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);

const headers = { 'content-type': 'application/json' };
function call(url) {
  const rows = new BridgeRows();
  return (n) => ({ url, headers, body: rows.newMessage(n % 50, `message ${n}`) });
}

const bridge = await BridgeSimulator.start();
const imbridge = { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'disabled' };
const gateway = await startGateway({ session: { dmScope: 'per-sender' }, channels: { imbridge } });
const reference = await startReference('durable-insert.mjs');
const ours = call(`${gateway.url}/imbridge-webhook?password=${bridge.password}`);
const theirs = call(reference.url);

await saturate(ours, { seconds: 1 });
await saturate(theirs, { seconds: 1 });
const rates = { ours: [], theirs: [] };
let failed = 0;
for (let round = 0; round < ROUNDS; round++) {
  const a = await saturate(ours, { seconds: SECONDS });
  const b = await saturate(theirs, { seconds: SECONDS });
  failed += a.failed + b.failed;
  rates.ours.push(a.perSecond);
  rates.theirs.push(b.perSecond);
}
const calm = await steady(ours, { perSecond: 200, seconds: SECONDS });
const ratio = median(rates.ours) / median(rates.theirs);
report('webhook', [
  {
    work: 'imbridge webhook accepted durably',
    target: '≥ 1.5 of the reference',
    measured: ratio.toFixed(2),
    met: ratio >= 1.5,
    detail: `${Math.round(median(rates.ours))}/s against ${Math.round(median(rates.theirs))}/s, failed ${failed}`,
  },
  {
    work: 'the same at 200/s',
    target: 'p99 ≤ 8 ms',
    measured: `${latencies(calm.latencies).p99} ms`,
    met: latencies(calm.latencies).p99 <= 8,
    detail: JSON.stringify(latencies(calm.latencies)),
  },
]);
await Promise.all([gateway.dispose(), reference.stop(), bridge.stop()]);
