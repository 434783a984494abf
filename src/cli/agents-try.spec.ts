import { cliWorld, refusal } from '../../test/support/cli-world.js';

const { gateway, shell } = cliWorld();
const ROUTE = 'POST /agents/main/try';
const TEXT = ':\n\nevent: text\ndata: {"text":"Mon\\u001b"}\n\nevent: text\ndata: {"text":"day"}\n\n';
const ANSWERED =
  'event: answered\ndata: {"duration_ms":12,"input_tokens":30,"output_tokens":4,"cut_off":false}\n\n';
const FAILED =
  'event: failed\ndata: {"failure":"HTTP 401","reason":"model-key-refused","what":"The model rejected the key.","setting":"agents.list[0].runtime.apiKey","remedy":"Give it a valid key."}\n\n';

describe('agents try', () => {
  const run = (...more: string[]) => shell.run('agents', 'try', 'main', 'Which day?', ...more);

  it('prints the answer without control characters', async () => {
    gateway.answers.set(ROUTE, [200, TEXT + ANSWERED]);
    expect(await run()).toEqual({ code: 0, stdout: 'Mon\ufffdday\n', stderr: '' });
    expect(gateway.asked.at(-1)).toMatchObject({ body: { text: 'Which day?' } });
  });

  it('prints answer and tokens as one object with --json', async () => {
    gateway.answers.set(ROUTE, [200, TEXT + ANSWERED]);
    const { stdout } = await run('--json');
    expect(JSON.parse(stdout)).toMatchObject({ agent: 'main', answer: 'Mon\u001bday', output_tokens: 4 });
  });

  it('fails with the reason and the remedy where there is no answer', async () => {
    gateway.answers.set(ROUTE, [200, FAILED]);
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([
      1,
      'gatehouse: The model rejected the key. (HTTP 401) Give it a valid key.\n',
    ]);
  });

  it('fails when the answer breaks off, and when the agent is not there', async () => {
    gateway.answers.set(ROUTE, [200, TEXT]);
    expect((await run()).stderr).toContain('the gateway stopped before the answer was complete');
    gateway.answers.set(ROUTE, refusal(404, 'No such agent.', 'no agent in agents.list has this id'));
    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No such agent.') as string,
    });
  });
});
