import { CALLERS, type Said, send } from '../../testing/model-callers.js';
import { ModelSimulator } from '../model-simulator.js';

let sut: ModelSimulator;
afterEach(() => sut.stop());

const search = (query: string) => ({ name: 'search', arguments: { query } });

describe.each(CALLERS)('the wire $wire', (caller) => {
  const ask = async (body: unknown): Promise<Said> => (await send(sut, caller, body)).json() as Promise<Said>;

  it('answers with a text, and counts what was read and said', async () => {
    sut = await ModelSimulator.start();
    const answer = await ask(caller.body('hello there'));
    expect(caller.text(answer)).toBe('You said: hello there');
    expect(sut.requests).toMatchObject([{ wire: caller.wire, hasAuthorization: false }]);
    await sut.waitFor(() => sut.reported()[0]);
    expect(sut.reported()).toMatchObject([{ model: 'm', calls: 1, outputTokens: 4, cut: { calls: 0 } }]);
    expect(sut.reported()[0]!.inputTokens).toBeGreaterThan(5);
  });

  it('streams the same text in pieces, to its end', async () => {
    sut = await ModelSimulator.start();
    const response = await send(sut, caller, caller.body('hello there', true), { isStreamed: true });
    const stream = await response.text();
    expect(response.headers.get('content-type')).toMatch(
      caller.wire === 'ollama' ? 'application/x-ndjson' : 'text/event-stream',
    );
    expect(stream).toMatch(caller.end);
    for (const word of ['"You"', '" said:"', '" hello"', '" there"']) expect(stream).toContain(word);
  });

  it('plays a scene: parallel calls first, then the answer to their results', async () => {
    sut = await ModelSimulator.start();
    sut.when(/find/, {
      calls: [search('a'), search('b')],
      text: 'Looking.',
      then: (results) => `found ${results.join(' and ')}`,
    });
    const body = caller.body('find it');
    const first = await ask(body);
    expect(caller.text(first)).toBe('Looking.');
    const last = await ask(caller.next(body, first, ['one', 'two']));
    expect(caller.text(last)).toMatch(/found .*one.* and .*two/);
    expect(sut.refusals).toEqual([]);
  });

  it('takes its reasoning back with the results, over several steps', async () => {
    sut = await ModelSimulator.start({ reasoning: true });
    sut.script({ toolCalls: [search('a'), search('b')] }, { toolCalls: [search('c')] }, 'done');
    const body = caller.body('find it');
    const first = await ask(body);
    const second = caller.next(body, first, ['one', 'two']);
    const third = caller.next(second, await ask(second), ['three']);
    expect(caller.text(await ask(third))).toBe('done');
    expect(sut.refusals).toEqual([]);
  });

  it('cuts an answer off at its limit and tells it', async () => {
    sut = await ModelSimulator.start();
    sut.faults.completions.next({ kind: 'length', tokens: 2 });
    const answer = await ask(caller.body('one two three'));
    expect(caller.text(answer)).toBe('You said:');
    expect(JSON.stringify(answer)).toMatch(/"(length|max_tokens|max_output_tokens|MAX_TOKENS)"/);
  });

  it('declines to answer, by the model or by a filter', async () => {
    sut = await ModelSimulator.start();
    sut.faults.completions.next({ kind: 'refusal', by: 'model' }).next({ kind: 'refusal', by: 'filter' });
    const refused = await ask(caller.body('hello'));
    const filtered = JSON.stringify(await ask(caller.body('hello')));
    if (caller.wire !== 'gemini') expect(caller.text(refused)).toContain("I can't help");
    if (caller.wire === 'ollama') return;
    expect(JSON.stringify(refused)).toMatch(/refusal|SAFETY/);
    expect(filtered).toMatch(/"(content_filter|refusal|PROHIBITED_CONTENT)"/);
  });

  it('says that a key is wrong or missing, and shows no key', async () => {
    sut = await ModelSimulator.start({ apiKey: 'sk-secret' });
    const status = caller.wire === 'gemini' ? 400 : 401;
    expect((await send(sut, caller, caller.body('hello'))).status).toBe(status);
    expect((await send(sut, caller, caller.body('hello'), { headers: caller.key('other') })).status).toBe(
      status,
    );
    const right = { headers: caller.key('sk-secret') };
    expect((await send(sut, caller, caller.body('hello'), right)).status).toBe(200);
    expect(sut.requests).toMatchObject([{ hasAuthorization: true }]);
    expect(JSON.stringify(sut.requests)).not.toContain('sk-secret');
  });

  it('knows no other model than it was told', async () => {
    sut = await ModelSimulator.start({ models: ['other'] });
    const response = await send(sut, caller, caller.body('hello'));
    expect(response.status).toBe(404);
    expect(caller.problem((await response.json()) as Said)).toMatch(/\bm\b/);
  });

  it('says in its own words that a prompt is too long', async () => {
    sut = await ModelSimulator.start({ contextWindow: 200 });
    const response = await send(sut, caller, caller.body('word '.repeat(400)));
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toMatch(
      /context_length_exceeded|prompt is too long|input token count|input length exceeds/,
    );
    expect((await send(sut, caller, caller.body('short'))).status).toBe(200);
  });

  it('shows what it was asked in the form of the chat API, and as it was sent', async () => {
    sut = await ModelSimulator.start();
    await ask(caller.body('hello'));
    const { body, sent } = sut.requests[0]!;
    expect(body).toMatchObject({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });
    expect(body.tools).toHaveLength(1);
    expect(sent).toMatchObject(caller.body('hello'));
  });
});
