import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../support/eventually.js';
import { programFile } from './support/program.js';

it('the demo prints a conversation, and no address that leads nowhere', async () => {
  const demo = spawn(process.execPath, [programFile('cli.js'), 'demo', '--json', '--port', '0']);
  const ended = once(demo, 'exit');
  let printed = '';
  demo.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  try {
    await eventually(() => printed.endsWith('}\n'), { timeoutMs: 60_000, what: 'the conversation' });
    const { conversation } = JSON.parse(printed) as { conversation: { from: string; text: string }[] };
    expect(conversation).toHaveLength(4);
    const addresses = [...printed.matchAll(/https?:\/\/[^\s"]+/g)].map(([address]) => address);
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
  } finally {
    demo.kill('SIGTERM');
    await ended;
  }
}, 90_000);
