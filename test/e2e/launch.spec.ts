import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { spawn } from '../support/programs.js';
import { GatewayProcess } from './support/gateway-process.js';
import { procWords } from './support/proc-words.js';
import { programFile } from './support/program.js';

const flagsOf = ({ pid }: GatewayProcess) =>
  procWords(pid, 'cmdline').filter((word) => /^--[a-z\d-]+=/.test(word));
/** Private memory, without Node's file. */
const ownMb = ({ pid }: GatewayProcess) =>
  Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
/** 57 MB once the garbage of the start is returned, 67 before, or 18 more with the leftovers of a start that V8 was let optimise. */
const isSmall = (gateway: GatewayProcess) =>
  eventually(() => ownMb(gateway) < 72, { what: 'private memory below 72 MB' });
const onLinux = existsSync('/proc/self/cmdline') ? it.each : it.skip.each;

onLinux([
  ['main.js', ['main.js']],
  ['gatehouse start', ['cli.js', 'start']],
])(
  '%s keeps its process, the flags of its command line and little memory, and caches its compiled code privately',
  async (_, command) => {
    const flags = ['--max-semi-space-size=16', '--v8-pool-size=0'];
    const gateway = new GatewayProcess({}, { command, nodeArgs: () => flags.splice(0), isFirstHere: true });
    const folder = join(gateway.stateDir, 'compile-cache');
    await gateway.start();
    expect(flagsOf(gateway)).toEqual(['--max-semi-space-size=16', '--v8-pool-size=0']);
    await isSmall(gateway);
    // The signal goes to the started process.
    expect(await gateway.terminate()).toBe(0);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const [build, ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(readdirSync(join(folder, build!), { recursive: true }).length).toBeGreaterThan(20);

    await gateway.start();
    expect(flagsOf(gateway)).toEqual([]);
    await isSmall(gateway);
    expect(await gateway.terminate()).toBe(0);
  },
);

it('a command whose output is closed ends with 0 and without an error', async () => {
  const command = spawn(process.execPath, [programFile('cli.js'), '--help']);
  command.stdout.destroy();
  const complaints: Buffer[] = [];
  command.stderr.on('data', (piece: Buffer) => complaints.push(piece));
  expect(await once(command, 'close')).toEqual([0, null]);
  expect(Buffer.concat(complaints).toString()).toBe('');
});
