import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { environment, execFile, spawn } from '../support/programs.js';
import { terminalPicture } from '../support/terminal-picture.js';
import { programFile } from './support/program.js';

it('the demo prints a conversation, and only addresses that answer', async () => {
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

it.each(['openai-compatible', 'anthropic', 'openai', 'gemini', 'ollama'])(
  'the demo has a simulated model answer by the API %s',
  async (wire) => {
    const args = [programFile('cli.js'), 'demo', '--once', '--json', '--port', '0', '--wire', wire];
    const { stdout } = await execFile(process.execPath, args);
    const { conversation } = JSON.parse(stdout) as { conversation: { text: string }[] };
    expect(conversation.at(-1)?.text).toMatch(/^You said: .*What can you do\?$/s);
  },
  90_000,
);

const PICTURE = join(import.meta.dirname, '../../docs/demo.svg');

/**
 * The pairing code is another one each time; the addresses behind the conversation are, too. The program of the tests
 * lies elsewhere than that of the checkout, which the picture shows.
 */
const conversationOf = (printed: string): string[] =>
  printed
    .slice(0, printed.indexOf('◇  Try it'))
    .replaceAll(/\b[A-Z0-9]{8}\b/g, 'K7QM4XTE')
    .replaceAll(/\bnode \S*cli\.js/g, 'node dist/cli.js')
    .trimEnd()
    .split('\n');

it('the picture of the README shows the conversation that the demo prints, in a pipe without colors', async () => {
  const args = [programFile('cli.js'), 'demo', '--once', '--port', '0'];
  const { stdout } = await execFile(process.execPath, args, { env: environment({ FORCE_COLOR: '3' }) });
  const lines = ['$ npm run demo', '', ...conversationOf(stdout)];
  const picture = terminalPicture('A new user gets a pairing code, is approved, and gets an answer', lines);
  if (process.env.UPDATE_PICTURES === '1') writeFileSync(PICTURE, picture);
  expect(readFileSync(PICTURE, 'utf8')).toBe(picture);
}, 90_000);
