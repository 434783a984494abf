import { answersOf, type Check, type Field, isAsked, type Setup, settingsOf, textIn } from './answers.js';

const fieldOf = (path: string, more: Partial<Field> = {}) =>
  ({ path, kind: 'text', value: null, default: null, asked_when: null, random: false, ...more }) as Field;
const setupOf = (...fields: Field[]) => ({ steps: [{ fields }] }) as unknown as Setup;
const typedAs = (texts: Record<string, string>) => new Map(Object.entries(texts));

describe('the answers of a setup', () => {
  const teams = fieldOf('teams', { kind: 'list', asked_when: { path: 'policy', values: ['allowlist'] } });
  const policy = (more: Partial<Field> = {}) => fieldOf('policy', { default: 'allowlist', ...more });

  it.each([
    ['has been typed', { policy: 'disabled', teams: 'Sales' }, { policy: 'disabled' }],
    ['has not', { policy: 'disabled' }, { policy: 'disabled' }],
    [
      'and is asked again',
      { policy: 'allowlist', teams: 'Sales' },
      { policy: 'allowlist', teams: ['Sales'] },
    ],
    ['and the other has its default', { teams: 'Sales' }, { policy: 'allowlist', teams: ['Sales'] }],
  ])('are without one that another answer leaves out: it %s', (_, texts, expected) => {
    expect(answersOf(setupOf(policy(), teams), typedAs(texts))).toEqual(expected);
  });

  it('are without one that an answer given before leaves out', () => {
    const setup = setupOf(policy({ value: 'disabled' }), teams);
    expect(isAsked(teams, setup, new Map())).toBe(false);
    expect(answersOf(setup, typedAs({ teams: 'Sales' }))).toEqual({});
  });

  it('leave what no one has touched as it is, and begin with its default where there is nothing', () => {
    const setup = setupOf(fieldOf('kept', { value: 'a', default: 'b' }), fieldOf('new', { default: 'c' }));
    expect(answersOf(setup, new Map())).toEqual({ new: 'c' });
    expect(answersOf(setup, typedAs({ kept: ' d ' }))).toEqual({ kept: 'd', new: 'c' });
  });

  it('take away what is emptied, except for a secret, and say nothing of what was empty', () => {
    const setup = setupOf(
      fieldOf('text', { value: 'a' }),
      fieldOf('list', { kind: 'list', value: ['a', 'b'] }),
      fieldOf('secret', { kind: 'secret', value: '********' }),
      fieldOf('none'),
    );
    const emptied = typedAs({ text: ' ', list: ' , ', secret: '', none: '' });
    expect(answersOf(setup, emptied)).toEqual({ text: null, list: null });
  });

  it('keep a secret as it was typed, and the entries of a list without blanks', () => {
    const setup = setupOf(fieldOf('secret', { kind: 'secret' }), fieldOf('list', { kind: 'list' }));
    expect(answersOf(setup, typedAs({ secret: ' a, b ', list: 'a,, b ' }))).toEqual({
      secret: ' a, b ',
      list: ['a', 'b'],
    });
  });

  it('show no secret, and a list as it is typed', () => {
    const secret = fieldOf('secret', { kind: 'secret', value: '********' });
    expect(textIn(secret, new Map())).toBe('');
    expect(textIn(secret, typedAs({ secret: 'mine' }))).toBe('mine');
    expect(textIn(fieldOf('list', { kind: 'list', value: ['a', 'b'], default: ['c'] }), new Map())).toBe(
      'a, b',
    );
  });

  it('are written with the secrets as they were typed, which the check has hidden', () => {
    const check = { set: { secret: '********', text: 'a' } } as unknown as Check;
    const settings = settingsOf(check, typedAs({ secret: 'mine', text: 'typed' }));
    expect(Object.fromEntries(settings)).toEqual({ secret: 'mine', text: 'a' });
  });
});
