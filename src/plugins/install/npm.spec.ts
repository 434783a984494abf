import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './npm.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-npm-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The refusal to fetch a package with these settings; port 1 has no listener. */
async function refusal(settings: readonly string[]): Promise<string> {
  const quick = ['fetch-retry-mintimeout=1', 'fetch-retry-maxtimeout=1', 'noproxy='];
  writeFileSync(join(folder, '.npmrc'), [...quick, ...settings].join('\n'));
  const failure = await npm(folder, ['install', 'anything', '--prefix', folder]).catch(
    (error: unknown) => error,
  );
  return (failure as Error).message;
}

describe('npm', () => {
  it.each([
    ['http://127.0.0.1:1/', 'npm uses the proxy http://127.0.0.1:1 (npm config get https-proxy)'],
    ['http://robin:hunter2@127.0.0.1:1/', 'npm uses a proxy with a password (npm config get https-proxy)'],
  ])('names the proxy that does not answer, without its credentials: %s', async (proxy, words) => {
    const text = await refusal(['registry=https://registry.invalid/', `https-proxy=${proxy}`]);
    expect(text).toMatch(/^npm install failed:\n.*ECONNREFUSED/s);
    expect(text).toContain(`\n  ${words}`);
    expect(text).not.toMatch(/hunter2|\n\s+npm error\s+at /);
  });

  it('names no proxy of its settings when there is none', async () => {
    const text = await refusal(['registry=http://127.0.0.1:1/', 'proxy=null', 'https-proxy=null']);
    expect(text).toMatch(/ECONNREFUSED/);
    expect(text).not.toContain('npm config get');
  });
});
