import { arrangeHistory } from './arrange-history.js';
import type { SpokenEntry } from './transcript.repository.js';

const user = (text: string, senderId = 'ann', senderName: string | null = null): SpokenEntry => ({
  role: 'user',
  text,
  senderId,
  senderName,
});
const assistant = (text: string): SpokenEntry => ({
  role: 'assistant',
  text,
  senderId: null,
  senderName: null,
});

describe('arrangeHistory', () => {
  it('leaves a plain exchange as it was', () => {
    expect(arrangeHistory([user('hi'), assistant('hello')], 'ann')).toEqual([
      { role: 'user', text: 'hi' },
      { role: 'assistant', text: 'hello' },
    ]);
  });

  it('begins with a user and lets the sides take turns', () => {
    const spoken = [
      assistant('cut off'),
      user('one'),
      user('two'),
      assistant('both'),
      assistant('more'),
      user('three'),
    ];
    expect(arrangeHistory(spoken, 'ann').map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: one\ntwo',
      'assistant: both\nmore',
      'user: three',
      'assistant: (no answer)',
    ]);
  });

  it('says who spoke where others share the session', () => {
    const spoken = [user('mine'), user('theirs', 'ben', 'Ben'), user('nameless', 'cem'), assistant('ok')];
    expect(arrangeHistory(spoken, 'ann')[0]!.text).toBe('mine\n[Ben] theirs\n[cem] nameless');
  });

  it('leaves out the oldest when it is too much', () => {
    const spoken = [user('a'.repeat(20_000)), assistant('b'.repeat(10_000)), user('c'), assistant('d')];
    expect(arrangeHistory(spoken, 'ann').map(({ text }) => text)).toEqual(['c', 'd']);
    expect(arrangeHistory([user('x'.repeat(30_000))], 'ann')).toEqual([]);
  });
});
