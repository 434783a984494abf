import { PassThrough } from 'node:stream';
import { waitFor } from '../../common/wait-for.js';
import type { ModelSimulator } from '../model-simulator.js';
import { type Quirk, quirkNamed } from '../quirks/index.js';
import { runModelTerminal } from './terminal.js';

function start(options: { readonly apiKey?: string; readonly quirk?: Quirk } = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const abort = new AbortController();
  const { promise: started, resolve } = Promise.withResolvers<ModelSimulator>();
  let shown = '';
  const ended = runModelTerminal({
    port: 0,
    model: 'simulated',
    input,
    output,
    signal: abort.signal,
    onStart: resolve,
    ...options,
  });
  output.on('data', (chunk: Buffer) => (shown += chunk.toString('utf8')));
  const events = {
    on: (_: 'change', listener: () => void) => output.on('data', listener),
    off: (_: 'change', listener: () => void) => output.off('data', listener),
  };
  const shows = (words: string) =>
    waitFor(events, () => shown.includes(words), { timeoutMs: 20_000, what: words });
  return { input, abort, ended, started, shown: () => shown, shows };
}

const ask = async (model: ModelSimulator, content: string, more: object = {}) => {
  const response = await fetch(`${model.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'simulated', messages: [{ role: 'user', content }], ...more }),
  });
  const { choices } = (await response.json()) as { choices?: { message: { content: string | null } }[] };
  return choices ? choices[0]?.message.content : response.status;
};

const TOOLS = {
  tools: [
    { type: 'function', function: { name: 'message', parameters: { type: 'object', properties: {} } } },
  ],
};

describe('a simulated model at the keyboard', () => {
  it('shows its address, what it is asked and what it answers; a typed line is the next answer', async () => {
    const terminal = start();
    const model = await terminal.started;
    expect(await ask(model, '[#000001 2026-01-31 09:30 "Ann" <ann>] hello\n| there')).toBe(
      'You said: hello\nthere',
    );
    terminal.input.write('Good morning.\n');
    await terminal.shows('This will be the next answer.');
    expect(await ask(model, 'plain')).toBe('Good morning.');
    expect(await ask(model, 'plain')).toBe('You said: plain');
    terminal.input.write('/quit\n');
    await terminal.ended;
    for (const words of [
      `agents add --base-url ${model.baseUrl} --model simulated\n`,
      'asked    › hello\n           there\n',
      'answered ‹ Good morning.\n',
    ])
      expect(terminal.shown()).toContain(words);
  });

  it('answers with the bytes of a real server', async () => {
    const quirk = quirkNamed('mistral-content-list')!;
    const terminal = start({ quirk });
    const model = await terminal.started;
    const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hello' }] });
    const headers = { 'content-type': 'application/json' };
    for (let n = 0; n < 2; n++) {
      const answer = await fetch(`${model.baseUrl}/chat/completions`, { method: 'POST', headers, body });
      expect(await answer.text()).toBe(quirk.answers[0].body);
    }
    await terminal.shows(`It answers as reported in: ${quirk.source}`);
    expect(terminal.shown()).not.toContain('gemini');
    terminal.abort.abort();
    await terminal.ended;
  });

  it('calls a tool when told to, and repeats its result', async () => {
    const terminal = start();
    const model = await terminal.started;
    terminal.input.write('/call message nonsense\n/call message {"action":"send"}\n');
    await terminal.shows('/call message nonsense is no command.');
    await terminal.shows('This will be the next answer.');
    const question = { role: 'user', content: 'say it' };
    const reply = async (messages: readonly object[]) => {
      const body = JSON.stringify({ model: 'simulated', messages, ...TOOLS });
      const headers = { 'content-type': 'application/json' };
      const address = `${model.baseUrl}/chat/completions`;
      const response = await fetch(address, { method: 'POST', headers, body });
      const { choices } = (await response.json()) as { choices: { message: object }[] };
      return choices[0]!.message as {
        content: string | null;
        tool_calls?: { id: string; function: object }[];
      };
    };
    const called = await reply([question]);
    const [call] = called.tool_calls!;
    expect(call!.function).toEqual({ name: 'message', arguments: '{"action":"send"}' });
    const result = { role: 'tool', tool_call_id: call!.id, content: 'done' };
    expect(await reply([question, called, result])).toMatchObject({ content: 'The tool said: done' });
    terminal.input.write('/quit\n');
    await terminal.ended;
    expect(terminal.shown()).toContain('called   ‹ message {"action":"send"}\ntold     › done\n');
  });

  it('fails with the status, cut or outage that a command sets', async () => {
    const terminal = start();
    const model = await terminal.started;
    terminal.input.write('/status 429\n/tools off\n/nonsense\n');
    await terminal.shows('/nonsense is no command.');
    expect(await ask(model, 'one')).toBe(429);
    expect([await ask(model, 'two', TOOLS), await ask(model, 'two')]).toEqual([400, 'You said: two']);
    terminal.input.write('/tools on\n/cut\n/help\n');
    await terminal.shows('/quit');
    await expect(ask(model, 'three')).rejects.toThrow();
    expect(await ask(model, 'three', TOOLS)).toBe('You said: three');
    terminal.input.write('/down\n');
    await terminal.shows('The server is down.');
    await expect(ask(model, 'four')).rejects.toThrow();
    terminal.input.write('/up\n/quit\n');
    await terminal.ended;
  });

  it('prints the base URL of each wire, declines and cuts answers off when told to', async () => {
    const terminal = start();
    const model = await terminal.started;
    terminal.input.write('/decline\n/shorten 2\n/nonsense\n');
    await terminal.shows('/nonsense is no command.');
    for (const wire of ['openai-compatible', 'anthropic', 'openai', 'gemini', 'ollama'] as const)
      expect(terminal.shown()).toMatch(new RegExp(`${wire} +${model.baseUrlOf(wire)}\\n`));
    expect([await ask(model, 'one'), await ask(model, 'two')]).toEqual([null, 'You said:']);
    terminal.input.write('/quit\n');
    await terminal.ended;
  });

  it('keeps serving after the end of piped input, until it is stopped', async () => {
    const terminal = start({ apiKey: 'key' });
    const model = await terminal.started;
    terminal.input.end('/help\n');
    await terminal.shows('/quit');
    expect(await ask(model, 'hello')).toBe(401);
    expect(terminal.shown()).toContain('--api-key -\n');
    terminal.abort.abort();
    await terminal.ended;
    await expect(ask(model, 'hello')).rejects.toThrow();
  });
});
