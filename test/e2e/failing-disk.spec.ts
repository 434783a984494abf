import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const FAILING_DISK = join(import.meta.dirname, 'support/failing-disk.mjs');

describe('a gateway whose disk fails', () => {
  it('answers the open call with an error, logs why, ends, and works after the next start', async () => {
    const gateway = new GatewayProcess({}, { nodeArgs: () => ['--import', FAILING_DISK] });
    const create = (name: string) =>
      gateway.admin('POST', '/users', { display_name: name, email: `${name}@example.org` });
    const names = async () => {
      const { items } = (await gateway.admin('GET', '/users')).body as { items: { display_name: string }[] };
      return items.map(({ display_name }) => display_name);
    };
    await gateway.start();
    expect((await create('before')).status).toBe(201);

    const sign = join(gateway.stateDir, 'disk-fails');
    writeFileSync(sign, '');
    // One call, because another may come only once the process has ended.
    const { status, body } = await create('lost');
    expect([status, (body.error as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
    await eventually(() => !gateway.isRunning, { what: 'the end of the process' });
    expect(gateway.exitCode).toBe(74);
    const fatal = gateway.output.split('\n').filter((line) => line.includes('"level":60'));
    expect(fatal).toHaveLength(1);
    expect(fatal[0]).toMatch(/gatehouse\.db-wal could not be flushed to disk.*EIO: i\/o error/);

    rmSync(sign);
    await gateway.start();
    expect(await names()).toContain('before');
    expect((await create('after')).status).toBe(201);
    expect(await gateway.terminate()).toBe(0);
  });
});
