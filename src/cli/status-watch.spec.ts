import { cliWorld, refusal } from '../../test/support/cli-world.js';
import type { Cli } from './cli.js';
import { CliFailure } from './failure.js';
import { watch } from './output/watch.js';

const { gateway, shell } = cliWorld();

describe('status --watch', () => {
  it('fails when its first look fails', async () => {
    gateway.answers.set('GET /status', refusal(503, 'The database is away.'));
    expect(await shell.run('status', '--watch')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database is away.'),
    });
  });
});

/** A command that watches numbers, on a terminal or not. */
function watching(options: { readonly json?: boolean; readonly isTTY?: boolean }) {
  const interruption = new AbortController();
  const said: string[] = [];
  const stdout = { isTTY: options.isTTY, columns: 80, write: (text: string) => said.push(text) };
  const cli = { world: { stdout, interruption: () => interruption.signal } } as unknown as Cli;
  const answers: (number | CliFailure)[] = [1, 2, new CliFailure('not there'), 3];
  const read = async () => {
    const answer = answers.shift()!;
    if (answers.length === 0) interruption.abort();
    if (typeof answer === 'number') return { answer };
    throw answer;
  };
  const text = (_table: unknown, { answer }: { answer: number }) => `it is\n${answer}`;
  return { said, ended: watch(cli, options, { read, text, everyMs: 1 }) };
}

it.each([
  [
    { json: true },
    ['{"answer":1}\n', '{"answer":2}\n', '{"error":{"message":"not there"}}\n', '{"answer":3}\n'],
  ],
  [{}, ['it is\n1\n\n', 'it is\n2\n\n', 'not there\n\n', 'it is\n3\n\n']],
  [
    { isTTY: true },
    [
      '\u001b[2J\u001b[Hit is\u001b[K\n1\u001b[K\n\u001b[J',
      '\u001b[Hit is\u001b[K\n2\u001b[K\n\u001b[J',
      '\u001b[Hnot there\u001b[K\n\u001b[J',
      '\u001b[Hit is\u001b[K\n3\u001b[K\n\u001b[J',
    ],
  ],
])(
  'with %j shows each look, also that the gateway is away, and ends on Ctrl-C',
  async (options, expected) => {
    const { said, ended } = watching(options);
    await ended;
    expect(said).toEqual(expected);
  },
);
