// Webhook to reply at the bridge, through a model that answers at once.
import { LOAD, steady } from './lib/load.mjs';
import { newMessages } from './lib/messages.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies } from './lib/stats.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';
import { fastModel } from './reference/fast-model.mjs';

const CHATS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const newMessage = newMessages();
const headers = { 'content-type': 'application/json' };

const bridge = await fastBridge();
const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
const model = await fastModel(
  (prompt) => /(?:warm|calm|hard) \d+/.exec(prompt.slice(prompt.lastIndexOf('[#')))[0],
);
const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' };
const gateway = await startGateway({
  ...LOAD,
  agents: { list: [{ id: 'main', runtime }] },
  channels: { imbridge },
});
const url = `${gateway.url}/imbridge-webhook?password=bench`;

/** Sends at a rate and waits for every reply. */
async function run(label, perSecond, seconds) {
  const sentAt = new Map();
  const taken = [];
  bridge.onText = (text) => taken.push([text, performance.now()]);
  const cpu = gateway.cpuSeconds();
  const begin = performance.now();
  await steady(
    (n) => {
      const text = `${label} ${n}`;
      sentAt.set(`echo: ${text}`, performance.now());
      return { url, headers, body: newMessage(n % CHATS, text) };
    },
    { perSecond, seconds },
  );
  const total = perSecond * seconds;
  const deadline = performance.now() + 60_000;
  while (taken.length < total && performance.now() < deadline)
    await new Promise((done) => setTimeout(done, 5));
  const elapsed = (performance.now() - begin) / 1000;
  const seen = new Set(taken.map(([text]) => text));
  return {
    times: taken.map(([text, at]) => at - sentAt.get(text)),
    lost: total - seen.size,
    doubled: taken.length - seen.size,
    perSecond: taken.length / elapsed,
    cpuMs: ((gateway.cpuSeconds() - cpu) * 1000) / total,
  };
}

await run('warm', 100, 3);
const calm = await run('calm', 100, SECONDS);
const hard = await run('hard', 500, SECONDS);
const at100 = latencies(calm.times);
report('reply', [
  {
    work: 'webhook → reply at 100/s over 50 chats',
    target: 'p50 ≤ 15 ms, p99 ≤ 60 ms',
    measured: `p50 ${at100.p50} ms, p99 ${at100.p99} ms`,
    met: at100.p50 <= 15 && at100.p99 <= 60,
    detail: `max ${at100.max} ms, lost ${calm.lost}, doubled ${calm.doubled}`,
  },
  {
    work: 'the same, sustained',
    target: '≥ 400/s, lost 0, doubled 0',
    measured: `${Math.round(hard.perSecond)}/s`,
    met: hard.perSecond >= 400 && hard.lost === 0 && hard.doubled === 0,
    detail: `offered 500/s, ${JSON.stringify(latencies(hard.times))}, lost ${hard.lost}, doubled ${hard.doubled}`,
  },
  {
    work: 'CPU per message',
    target: '≤ 3 ms',
    measured: `${calm.cpuMs.toFixed(2)} ms`,
    met: calm.cpuMs <= 3,
    detail: `${hard.cpuMs.toFixed(2)} ms at 500/s; memory ${gateway.memoryMb()} MB`,
  },
]);
await gateway.dispose();
await bridge.stop();
await model.stop();
