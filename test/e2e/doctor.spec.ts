import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayProcess } from './support/gateway-process.js';

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { readonly id: string; readonly state: string; readonly message: string }[];
  readonly repairs?: readonly { readonly repair: string; readonly problem: string | null }[];
}

const PAGE = join(import.meta.dirname, '../../docs/reference/doctor.md');

/** Checks that find what the machine of the tests is like: its disk may be full, slow or shared. */
const OF_THE_MACHINE = ['disk', 'file-system', 'database'];

describe('gatehouse doctor', () => {
  const gateway = new GatewayProcess({});
  const file = (name: string) => join(gateway.stateDir, name);
  const modeOf = (name: string) => (statSync(file(name)).mode & 0o777).toString(8);

  beforeAll(() => gateway.start(), 60_000);

  async function doctor(
    ...args: string[]
  ): Promise<Report & { readonly code: number; readonly faults: string[] }> {
    const { code, stdout } = await gateway.cli('doctor', '--json', ...args);
    const report = JSON.parse(stdout) as Report;
    const faults = report.checks.filter(({ id, state }) => state !== 'ok' && !OF_THE_MACHINE.includes(id));
    return { ...report, code, faults: faults.map(({ id, state, message }) => `${state} ${id}: ${message}`) };
  }

  it('finds nothing on a new gateway', async () => {
    const { checks, faults } = await doctor();
    expect(faults).toEqual([]);
    expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(OF_THE_MACHINE));
    const page = readFileSync(PAGE, 'utf8');
    expect(checks.filter(({ id }) => !page.includes(`\`${id}\``))).toEqual([]);
  }, 30_000);

  it('closes modes in a running gateway, and records it', async () => {
    chmodSync(file('admin-token'), 0o644);
    expect((await doctor('--only', 'modes')).faults).toEqual([expect.stringContaining('admin-token')]);
    const { code, faults, repairs } = await doctor('--only', 'modes', '--fix');
    expect([code, faults, repairs?.length, modeOf('admin-token')]).toEqual([0, [], 1, '600']);
    const { stdout } = await gateway.cli('audit', '--json');
    expect(stdout).toContain('doctor.repaired');
  }, 30_000);

  it('names a gateway that hangs, and leaves its files alone', async () => {
    process.kill(gateway.pid, 'SIGSTOP');
    try {
      const { code, checks, faults } = await doctor('--fix');
      expect([code, faults]).toEqual([
        1,
        [`failed gateway: process ${gateway.pid}: ${timeout(gateway.url)}`],
      ]);
      expect(checks.map(({ id }) => id)).not.toContain('port');
      expect(existsSync(file('gateway.json'))).toBe(true);
    } finally {
      process.kill(gateway.pid, 'SIGCONT');
    }
  }, 60_000);
  const timeout = (url: string) => `${url} did not answer within 2 s`;

  it('deletes what a killed gateway left, and leaves a broken configuration as it is', async () => {
    await gateway.kill();
    const broken = '{ gateway: { port: "many" }, // mine\n';
    writeFileSync(file('gatehouse.json'), broken);
    chmodSync(file('gatehouse.json'), 0o644);
    const { code, faults, repairs } = await doctor('--fix');
    expect(code).toBe(1);
    expect(faults).toEqual([
      'failed gateway: no gateway is running here',
      expect.stringMatching(/^failed configuration: .* is not valid JSON5 at line/),
    ]);
    expect(repairs?.map(({ repair }) => repair).toSorted()).toEqual([
      `delete ${file('gateway.json')}`,
      expect.stringMatching(/^set the mode of .*gatehouse\.json from 0644 to 0600$/),
    ]);
    expect(readFileSync(file('gatehouse.json'), 'utf8')).toBe(broken);
    await gateway.start();
    expect(await doctor()).toMatchObject({ code: 0, faults: [] });
  }, 60_000);
});
