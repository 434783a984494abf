import { CORE_SECTIONS, readEnvironment, section, Setting } from '../index.js';
import type { RawConfig } from '../tree/change.js';
import { maskedChange } from './masked-change.js';

class ToyConfig {
  @Setting({ doc: 'A key.', secret: true })
  readonly key?: string;

  @Setting({ doc: 'Headers.', secret: true, type: 'map of string' })
  readonly headers?: Record<string, string>;

  @Setting({ doc: 'People.', type: 'string[]' })
  readonly people: readonly string[] = [];
}

const sut = (before: RawConfig, after: RawConfig) => {
  const sections = [...CORE_SECTIONS, section('channels.toy', ToyConfig)];
  const environment = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent' });
  return maskedChange({ sections, environment, rules: [], unchecked: ['channels.away'] }, before, after);
};
const toy = (before: object, after: object) =>
  sut({ channels: { toy: before } }, { channels: { toy: after } });

describe('a masked change', () => {
  it('has each value that differs by its path, also within lists', () => {
    expect(toy({ people: ['ann', 'bob'] }, { people: ['ann', 'eve', 'joe'] })).toEqual({
      before: { 'channels.toy.people[1]': 'bob' },
      after: { 'channels.toy.people[1]': 'eve', 'channels.toy.people[2]': 'joe' },
    });
    expect(toy({ people: ['ann'] }, { people: [] })).toEqual({
      before: { 'channels.toy.people[0]': 'ann' },
      after: {},
    });
    expect(toy({}, { people: [] }).after).toEqual({ 'channels.toy.people': [] });
    expect(toy({ people: ['ann'] }, { people: ['ann'] })).toEqual({ before: {}, after: {} });
  });

  it.each([
    ['a text', { key: 'one' }, { key: 'another' }, ['key']],
    ['one from a file', { key: { file: '/old' } }, { key: { file: '/new' } }, ['key.file']],
    ['a value of a map', { headers: { auth: 'one' } }, { headers: { auth: 'two' } }, ['headers.auth']],
  ])('shows that a secret has changed, but not %s', (_, before, after, paths) => {
    const masked = Object.fromEntries(paths.map((path) => [`channels.toy.${path}`, '********']));
    expect(toy(before, after)).toEqual({ before: masked, after: masked });
  });

  it('shows no value of a setting that does not exist, which may be a mistyped secret', () => {
    expect(toy({ apPassword: 'one', people: ['ann'] }, {})).toEqual({
      before: { 'channels.toy.apPassword': '********', 'channels.toy.people[0]': 'ann' },
      after: {},
    });
  });

  it('shows no value of an area that nothing checks', () => {
    const { before, after } = sut({ channels: { away: { any: 'one' } } }, { channels: { away: { any: 2 } } });
    expect([before, after]).toEqual(Array(2).fill({ 'channels.away.any': '********' }));
  });
});
