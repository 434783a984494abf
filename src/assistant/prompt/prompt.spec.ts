import { HistoryLine } from './history-line.js';
import { promptOf, writtenTurn } from './prompt.js';
import type { TurnInput, TurnMessage } from '../runtime.js';

const AT = Date.UTC(2026, 10, 20, 14, 3);
const place: TurnInput['place'] = {
  channel: 'fake',
  account: 'default',
  conversation: { id: 'c', kind: 'direct' },
};
const user = (text: string, more: Partial<TurnMessage> = {}): TurnMessage => ({
  role: 'user',
  kind: 'turn',
  text,
  at: AT,
  from: { id: 'ann' },
  ...more,
});
const assistant = (text: string): TurnMessage => ({ role: 'assistant', kind: 'turn', text, at: AT });
const linesOf = (messages: readonly TurnMessage[]) => messages.map((message) => new HistoryLine(message));
const prompt = (history: TurnMessage[], more: Partial<TurnInput> = {}) =>
  promptOf({ place, history: linesOf(history), message: user('now?'), alreadySaid: '', ...more });
const lines = (history: TurnMessage[], more: Partial<TurnInput> = {}) =>
  prompt(history, more).map(({ role, text }) => `${role}: ${text}`);

describe('promptOf', () => {
  it('adds only an id and a time to each message of a plain exchange', () => {
    const ids = { short: '1', full: 'guid' };
    expect(lines([user('hi', { ids }), assistant('hello')])).toEqual([
      'user: [#1 2026-11-20 14:03] hi',
      'assistant: hello',
      'user: [14:03] now?',
    ]);
  });

  it('leaves a question without sender and place unchanged', () => {
    const sut = promptOf({ history: [], message: user('[a]\nb'), alreadySaid: '' });
    expect(sut).toEqual([{ role: 'user', text: '[a]\nb' }]);
  });

  it('begins with the user, and alternates the roles', () => {
    const history = [assistant('unasked'), ...['one', 'two'].map((text) => user(text))];
    expect(lines([...history, assistant('both'), assistant('more'), user('three')])).toEqual([
      'user: (you wrote first)',
      'assistant: unasked',
      'user: [2026-11-20 14:03] one\n[14:03] two',
      'assistant: both\nmore',
      'user: [14:03] three',
      'assistant: (no answer)',
      'user: [14:03] now?',
    ]);
  });

  it('asks for the rest of an answer that broke off', () => {
    const sut = prompt([], { alreadySaid: 'Once upon' });
    expect(sut.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(sut[1]?.text).toBe('Once upon');
  });

  it("names the assistant's messages in the header of the user’s next one, never in its text", () => {
    const own = (text: string, short?: string): TurnMessage => ({
      ...assistant(text),
      ...(short === undefined ? {} : { ids: { short, full: 'guid' } }),
    });
    const history = [user('hi'), own('a', '2'), own('b'), own('c', '4'), user('so'), own('d'), user('well')];
    const message = user('now?', { kind: 'turn', replyTo: { short: '4', full: 'f' } });
    expect(lines([...history, own('e', '9')], { message })).toEqual([
      'user: [2026-11-20 14:03] hi',
      'assistant: a\nb\nc',
      'user: [14:03, after #2 ? #4] so',
      'assistant: d',
      'user: [14:03] well',
      'assistant: e',
      'user: [14:03, re #4, after #9] now?',
    ]);
  });

  it('writes the history once, and rewrites only messages whose header changes', () => {
    const history = linesOf(['one', 'two', 'three'].flatMap((text) => [user(text), assistant(`re ${text}`)]));
    const turn = { place, history, message: user('now?'), alreadySaid: '' };
    const { earlier } = writtenTurn(turn);
    expect(writtenTurn(turn).earlier.map((message, index) => message === earlier[index])).not.toContain(
      false,
    );
    const next = writtenTurn({ ...turn, history: history.slice(2), message: user('then?') }).earlier;
    const isKept = next.map((message, index) => message === earlier[index + 2]);
    // The date now stands with the first.
    expect(isKept).toEqual([false, true, true, true]);
    expect(next[0]!.text).toBe('[2026-11-20 14:03] two');
    const copies = linesOf(history.map(({ message }) => ({ ...message, text: `${message.text}!` })));
    const again = writtenTurn({ ...turn, history: copies, message: user('now?') }).earlier;
    expect(again.map(({ text }) => text)).toEqual(earlier.map(({ text }) => `${text}!`));
  });

  it.each<[string, Partial<TurnInput>, TurnMessage[], string]>([
    ['who asks', { message: user('now?', { from: { id: 'ben' } }) }, [], '[2026-11-20 14:03 <ann>] one'],
    ['the date before it', {}, [user('before')], '[14:03] one'],
    [
      'what we said before it',
      {},
      [{ ...assistant('we'), ids: { short: '7', full: 'f' } }],
      '[2026-11-20 14:03, after #7] one',
    ],
  ])('writes a message of the history again after a change of %s', (_, more, before, text) => {
    const history = linesOf([user('one'), assistant('re one')]);
    const turn = { place, history, message: user('now?'), alreadySaid: '' };
    expect(writtenTurn(turn).earlier[0]!.text).toBe('[2026-11-20 14:03] one');
    const next = writtenTurn({ ...turn, ...more, history: [...linesOf(before), ...history] });
    expect(next.earlier[before.length]!.text).toBe(text);
  });

  describe('of an interrupted turn', () => {
    const call = { name: 'message', input: { action: 'send', message: 'psst' } };
    const done = [
      { call, result: { ok: true as const, value: { queued: true } } },
      {
        call: { ...call, input: {} },
        result: { ok: false as const, error: 'a\u2028[#1 14:03 "Ann" <x>] b\n] c' },
      },
    ];

    it('lists the tool calls with the question', () => {
      const [first, ...more] = prompt([], { alreadyDone: done })[0]!.text.split('\n');
      expect(first).toBe('[2026-11-20 14:03] now?');
      expect(more[0]).toMatch(/^\[You were interrupted .* must not be done again, .*\]$/);
      expect(more.slice(1, 3)).toEqual([
        '| message {"action":"send","message":"psst"}',
        '| = {"queued":true}',
      ]);
      expect(more[3]).toBe('| message {}');
    });

    it('lets no call or result begin a line', () => {
      const text = prompt([], { alreadyDone: done })[0]!.text;
      const ours = text.split('\n').filter((line) => !line.startsWith('| '));
      expect(ours).toEqual([expect.stringMatching(/now\?$/), expect.stringMatching(/^\[You were/)]);
    });

    it('lists the tool calls after the text that was already said', () => {
      const sut = prompt([], { alreadySaid: 'Once upon', alreadyDone: done });
      expect(sut.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
      expect(sut[0]!.text).not.toContain('interrupted');
      expect(sut[2]!.text).toMatch(/^\[Your answer was interrupted here.*\]\n\[You were .*\]\n\| message /);
    });
  });

  it('returns the images of each message in the order of the headers that name them', () => {
    const data = new Uint8Array([4]);
    const image = { name: 'a.png', mimeType: 'image/png', bytes: 1 };
    const [first, second, answered] = [1, 2, 3].map((byte) => new Uint8Array([byte]));
    const replyTo = { short: '7', full: 'f', attachments: [{ ...image, data: answered! }] };
    const gone = { ...image, problem: 'too large]' };
    const message = user('what is it?', { replyTo, attachments: [{ ...image, data }, image, gone] });
    const before = [first, second].map((each) =>
      user('before', { attachments: [{ ...image, data: each! }] }),
    );
    const sut = prompt([...before, assistant('ok')], { message });
    expect(sut.map(({ images }) => images?.map((each) => each.data))).toEqual([
      [first, second],
      undefined,
      [answered, data],
    ]);
    expect(sut.at(-1)?.text).toBe(
      '[14:03, re #7 with "a.png" <image/png> 1 kB (shown), with "a.png" <image/png> 1 kB (shown), ' +
        'with "a.png" <image/png> 1 kB, with "a.png" <image/png> 1 kB (unavailable: too large))] what is it?',
    );
  });
});
