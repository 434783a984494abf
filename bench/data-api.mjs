// GET /v1/users/{id} with key check and three limits, against bare Express 5 that returns the same JSON.
import { BY_HTTP, saturate } from './lib/load.mjs';
import { startGateway, startReference } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies, median } from './lib/stats.mjs';
import { userWithKey } from './lib/users.mjs';

const ROUNDS = 5;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const MANY = 1_000_000_000;

const token = 'a-token-for-the-benchmark-only';
// The three limits are counted as usual, but set too high to refuse the benchmark's requests.
const gateway = await startGateway(
  { dataApi: { limits: { perMinute: MANY, perHour: MANY, perDay: MANY } } },
  { env: { GATEHOUSE_ADMIN_TOKEN: token } },
);

const { user, key } = await userWithKey(gateway.url, token);
const headers = { authorization: `Bearer ${key}` };
const path = `/v1/users/${user.id}`;
const first = await fetch(gateway.url + path, { headers });
if (!first.ok || !first.headers.has('x-ratelimit-limit'))
  throw new Error(`${path}: ${first.status}, or no limits`);
const reference = await startReference('bare-express.mjs', await first.text());
const call = (base) => () => ({ url: base + path, method: 'GET', headers });

await saturate(call(gateway.url), { seconds: 2 });
await saturate(call(reference.url), { seconds: 1 });

/** Both in turns. */
async function compared(options) {
  const rates = { ours: [], theirs: [] };
  const times = [];
  let failed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const a = await saturate(call(gateway.url), { seconds: SECONDS, ...options });
    const b = await saturate(call(reference.url), { seconds: SECONDS, ...options });
    failed += a.failed + b.failed;
    for (const each of a.latencies) times.push(each);
    rates.ours.push(a.perSecond);
    rates.theirs.push(b.perSecond);
  }
  const [ours, theirs] = [median(rates.ours), median(rates.theirs)];
  return {
    ratio: ours / theirs,
    failed,
    rates: `${Math.round(ours)}/s against ${Math.round(theirs)}/s`,
    times,
  };
}

const { ratio, failed, rates, times } = await compared();
const byHttp = await compared({ by: BY_HTTP });
report('data-api', [
  {
    work: 'GET /v1/users/{id} with key check and three limits',
    target: '≥ 0.6 of the reference, by a lean sender',
    measured: ratio.toFixed(2),
    met: ratio >= 0.6 && failed === 0,
    detail: `${rates}, failed ${failed}, p99 ${latencies(times).p99} ms; by node:http, which limits the faster server more: ${byHttp.ratio.toFixed(2)} (${byHttp.rates})`,
  },
]);
await Promise.all([gateway.dispose(), reference.stop()]);
