import { promptOf } from './prompt.js';
import type { TurnMessage } from './runtime.js';

const user = (text: string, id = 'ann', name?: string): TurnMessage => ({
  role: 'user',
  kind: 'turn',
  text,
  at: 0,
  from: { id, ...(name === undefined ? {} : { name }) },
});
const assistant = (text: string): TurnMessage => ({ role: 'assistant', kind: 'turn', text, at: 0 });
const prompt = (history: TurnMessage[]) =>
  promptOf({ history, message: user('now?'), alreadySaid: '' }).map(({ role, text }) => `${role}: ${text}`);

describe('promptOf', () => {
  it('leaves a plain exchange as it was', () => {
    expect(prompt([user('hi'), assistant('hello')])).toEqual(['user: hi', 'assistant: hello', 'user: now?']);
  });

  it('begins with a user and lets the sides take turns', () => {
    const history = [
      assistant('cut off'),
      user('one'),
      user('two'),
      assistant('both'),
      assistant('more'),
      user('three'),
    ];
    expect(prompt(history)).toEqual([
      'user: one\ntwo',
      'assistant: both\nmore',
      'user: three',
      'assistant: (no answer)',
      'user: now?',
    ]);
  });

  it('asks for the rest of an answer that broke off', () => {
    const sut = promptOf({ history: [], message: user('tell me'), alreadySaid: 'Once upon' });
    expect(sut.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(sut[1]!.text).toBe('Once upon');
  });

  it('says who spoke where it was somebody else', () => {
    expect(prompt([user('mine'), user('theirs', 'ben', 'Ben'), user('nameless', 'cem')])[0]).toBe(
      'user: mine\n[Ben] theirs\n[cem] nameless',
    );
  });
});
