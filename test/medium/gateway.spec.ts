import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from 'nestjs-pino';
import { startGateway } from '../../src/gateway.js';

it.each([
  ['24.21.0', /^Node 24\.21\.0 has known security holes .*, fixed in 24\.22\.1$/],
  ['24.22.1', undefined],
])('a gateway on Node %s warns of its holes once, in the log of its start', async (node, warning) => {
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-gateway-'));
  const umask = process.umask(0o077);
  const versions = Object.getOwnPropertyDescriptor(process, 'versions')!;
  const warn = jest.spyOn(Logger.prototype, 'warn');
  Object.defineProperty(process, 'versions', { ...versions, value: { ...process.versions, node } });
  try {
    const config = { gateway: { port: 0 }, logging: { level: 'silent' } };
    writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(config));
    const { stop } = await startGateway({ env: { GATEHOUSE_STATE_DIR: stateDir } });
    await stop();
    const told = warn.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.includes('security holes'));
    expect(told).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)]);
  } finally {
    Object.defineProperty(process, 'versions', versions);
    warn.mockRestore();
    process.umask(umask);
    rmSync(stateDir, { recursive: true });
  }
});

it('a gateway writes its address at the start and deletes it at the end', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-gateway-'));
  const umask = process.umask(0o077);
  const config = { gateway: { port: 0 }, logging: { level: 'silent' } };
  writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(config));
  const address = join(stateDir, 'gateway.json');
  const { url, stop } = await startGateway({ env: { GATEHOUSE_STATE_DIR: stateDir } });
  expect([(await fetch(`${url}/healthz`)).status, existsSync(address)]).toEqual([200, true]);
  await stop();
  expect(existsSync(address)).toBe(false);
  process.umask(umask);
  rmSync(stateDir, { recursive: true });
});
