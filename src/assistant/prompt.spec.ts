import { promptOf } from './prompt.js';
import type { TurnInput, TurnMessage } from './runtime.js';

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
const prompt = (history: TurnMessage[], more: Partial<TurnInput> = {}) =>
  promptOf({ place, history, message: user('now?'), alreadySaid: '', ...more });
const lines = (history: TurnMessage[], more: Partial<TurnInput> = {}) =>
  prompt(history, more).map(({ role, text }) => `${role}: ${text}`);

describe('promptOf', () => {
  it('spends a few characters on each message of a plain exchange', () => {
    const ids = { short: '1', full: 'guid' };
    expect(lines([user('hi', { ids }), assistant('hello')])).toEqual([
      'user: [#1 2026-11-20 14:03] hi',
      'assistant: hello',
      'user: [14:03] now?',
    ]);
  });

  it('leaves a question from nowhere as it is', () => {
    const sut = promptOf({ history: [], message: user('[a]\nb'), alreadySaid: '' });
    expect(sut).toEqual([{ role: 'user', text: '[a]\nb' }]);
  });

  it('begins with a user and lets the sides take turns', () => {
    const history = [assistant('cut off'), ...['one', 'two'].map((text) => user(text))];
    expect(lines([...history, assistant('both'), assistant('more'), user('three')])).toEqual([
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

  it('hands over the images of the question, and no others', () => {
    const data = new Uint8Array([1]);
    const image = { name: 'a.png', mimeType: 'image/png', bytes: 1 };
    const message = user('what is it?', { attachments: [{ ...image, data }, image] });
    const sut = prompt([user('before', { attachments: [{ ...image, data }] }), assistant('ok')], { message });
    expect(sut.map(({ images }) => images)).toEqual([
      undefined,
      undefined,
      [{ mimeType: 'image/png', data }],
    ]);
    expect(sut.at(-1)?.text).toBe(
      '[14:03, with "a.png" <image/png> 1 kB (shown), with "a.png" <image/png> 1 kB] what is it?',
    );
  });
});
