import type { Setting } from './setting.js';
import { shortText, textOf, valueIn } from './value-text.js';

const settingOf = (kind: Setting['kind'], more: Partial<Setting> = {}) =>
  ({ path: 'a', kind, isSecret: false, ...more }) as Setting;

describe('the text of a setting', () => {
  it.each<[Setting['kind'], unknown, string]>([
    ['text', 'a b', 'a b'],
    ['number', 3_000, '3000'],
    ['switch', false, 'false'],
    ['lines', ['a', 'b c'], 'a\nb c'],
    ['json', { a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
    ['text', null, ''],
  ])('of the kind %s is read as it was shown: %j', (kind, value, text) => {
    expect(textOf(settingOf(kind), value)).toBe(text);
    expect(valueIn(settingOf(kind), text)).toEqual(value);
  });

  it('shows no secret, and of one in several parts what the gateway shows', () => {
    expect(textOf(settingOf('text', { isSecret: true }), '********')).toBe('');
    expect(textOf(settingOf('json', { isSecret: true }), { file: '/secret' })).toContain('/secret');
    expect([shortText('hunter2', true), shortText(undefined, true)]).toEqual(['********', 'the default']);
  });

  it.each<[Setting['kind'], unknown, string, unknown]>([
    ['number', 5, '', null],
    ['text', 'standard', '', ''],
    ['text', undefined, '', null],
    // The gateway says what is wrong with these.
    ['number', 5, '1.', '1.'],
    ['number', 5, '0x10', '0x10'],
    ['json', undefined, '{a', '{a'],
    ['lines', [], 'a\n \nb\n', ['a', 'b']],
  ])('of the kind %s with the default %j is read: %j', (kind, standard, text, value) => {
    expect(valueIn(settingOf(kind, { default: standard }), text)).toEqual(value);
  });
});
