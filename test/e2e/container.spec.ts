import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStages } from '../support/dockerfile.js';
import { eventually } from '../support/eventually.js';
import { hasProgram } from '../support/needs.js';
import { Container } from './support/container.js';
import { Nginx } from './support/nginx.js';
import { procWords } from './support/proc-words.js';

const TOKEN = 'owner-token-of-the-container';
const onLinux = process.platform === 'linux' ? it : it.skip;
if (process.platform !== 'linux') console.warn('skipped: the image is one of Linux');

describe('the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-container-'));
  const volume = join(folder, 'volume');
  const nginx = new Nginx();
  afterAll(async () => {
    await nginx.stop();
    await Container.removeAll();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs it like deploy/compose.yaml, except for the addresses of this machine. */
  const run = async () => {
    const container = new Container();
    const env = {
      GATEHOUSE_ADMIN_TOKEN_FILE: join(folder, 'token'),
      GATEHOUSE__GATEWAY__HOST: '127.0.0.1',
      GATEHOUSE__GATEWAY__PORT: '0',
      GATEHOUSE__GATEWAY__PUBLIC_URL: 'https://chat.example.org',
      GATEHOUSE__GATEWAY__TRUSTED_PROXIES: '["127.0.0.1"]',
    };
    container.run({ env, volume });
    await eventually(() => container.isHealthy, { timeoutMs: 20_000, what: 'health' }).catch(
      (error: unknown) => {
        throw new Error(`not healthy; its output:\n${container.output}`, { cause: error });
      },
    );
    return container;
  };
  const gateway = () =>
    JSON.parse(readFileSync(join(volume, 'gateway.json'), 'utf8')) as { url: string; pid: number };
  const admin = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${gateway().url}/admin/v1${path}`, { headers, ...init });
    return (await answer.json()) as Record<string, unknown>;
  };

  it('is built by the commands that the fresh machine runs', () => {
    const [, build = []] = readStages();
    const steps = build.filter(({ keyword }) => keyword === 'RUN').map(({ text }) => text);
    expect(steps).toEqual(['npm ci', 'npm run build', 'chmod -R a+rX dist']);
    const fresh = readFileSync(join(import.meta.dirname, 'fresh-machine.mjs'), 'utf8');
    expect(fresh).toMatch(/'ci'/);
  });

  onLinux(
    'becomes healthy, answers behind nginx, stops with 0, and is replaced with its data kept',
    async () => {
      chmodSync(folder, 0o755);
      writeFileSync(join(folder, 'token'), TOKEN);
      chmodSync(join(folder, 'token'), 0o644);
      const first = await run();
      expect(gateway().pid).toBe(first.pid);
      const flags = procWords(first.pid, 'cmdline').filter((word) => word.includes('-size='));
      expect(flags).toEqual(['--max-semi-space-size=16', '--v8-pool-size=0']);
      expect(procWords(first.pid, 'environ')).toContain('MALLOC_ARENA_MAX=2');
      const owner = first.hasUser ? 1000 : process.getuid!();
      expect(statSync(join(volume, 'gatehouse.db')).uid).toBe(owner);
      const status = first.exec(['gatehouse', 'status', '--json']);
      expect([status.status, status.stderr]).toEqual([0, '']);

      const { id } = await admin('/users', { email: 'ann@example.org', display_name: 'Ann' });
      const { key } = await admin(`/users/${String(id)}/keys`, { name: 'test' });
      const authorization = { Authorization: `Bearer ${String(key)}` };
      if (hasProgram('nginx')) {
        await nginx.start(gateway().url);
        const answer = await nginx.call('/v1/account/keys', authorization, '127.0.0.2');
        expect([answer.status, answer.headers['strict-transport-security']]).toEqual([
          200,
          expect.any(String),
        ]);
        await eventually(() => first.output.includes('"client":"127.0.0.2"'), {
          what: 'the client in the log',
        });
      }

      expect(await first.stop()).toBe(0);
      expect(first.isHealthy).toBe(false);

      const second = await run();
      expect(await admin(`/users/${String(id)}`)).toMatchObject({ email: 'ann@example.org' });
      expect(await second.stop()).toBe(0);
    },
  );
});
