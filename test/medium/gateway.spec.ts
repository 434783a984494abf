import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../../src/gateway.js';

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
