// `npm run conformance:mcp`: the protocol's own conformance tests judge our client, in both revisions that it speaks.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../npm.mjs';
import { nodeToRunOn } from '../pinned-node.mjs';
import { compileIfStale } from '../prepare.mjs';

const REVISIONS = ['2026-07-28', '2025-11-25'];
const TESTS = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const CALLER = join(ROOT, 'scripts/mcp/conformance-caller.mjs');
/** Names the scenarios that do not pass, and why. */
const BASELINE = join(ROOT, 'scripts/mcp/conformance-baseline.yml');
/** All scenarios of a revision run at once. */
const LIMIT_MS = 60_000;

await compileIfStale();
const { useServer } = await import('./conformance-client.mjs');
const host = createServer((request, response) => void play(request, response));
await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
for (const revision of REVISIONS) await judge(revision);
host.close();

/** Plays a scenario that a caller was started for. */
async function play(request, response) {
  const { url, context } = JSON.parse((await Array.fromAsync(request.setEncoding('utf8'))).join(''));
  try {
    await useServer(url, context);
    response.end();
  } catch (error) {
    response.writeHead(502).end(error.message);
  }
}

async function judge(revision) {
  const results = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  const address = `http://127.0.0.1:${host.address().port}`;
  const tests = spawn(
    nodeToRunOn(),
    [
      TESTS,
      'client',
      '--command',
      `${nodeToRunOn()} ${CALLER}`,
      '--requirements',
      revision,
      '--expected-failures',
      BASELINE,
      '--timeout',
      String(LIMIT_MS),
      '--output-dir',
      results,
    ],
    { env: { ...process.env, MCP_CONFORMANCE_HOST: address }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const output = (await Array.fromAsync(tests.stdout.setEncoding('utf8'))).join('');
  if (tests.exitCode === null) await new Promise((resolve) => tests.once('exit', resolve));
  rmSync(results, { recursive: true });
  console.log(`${revision}\n${summaryIn(output)}`);
  if (tests.exitCode !== 0) process.exitCode = 1;
}

/** The verdicts, without the logs of the scenarios. */
function summaryIn(output) {
  const at = output.indexOf('=== SUITE SUMMARY ===');
  return at === -1 ? output : output.slice(at);
}
