import { type Schema, settingsOf, sourceOf } from './setting.js';

describe('the settings of a schema', () => {
  const text: Schema = { type: 'string' };
  const list = (marks: Partial<Schema>): Schema => ({
    type: 'array',
    ...marks,
    items: { properties: { name: text, args: { type: 'array', items: text } } },
  });

  it('have the marks of the list and the section that they are in', () => {
    const schema: Schema = {
      properties: {
        restarting: { 'x-restart': true, properties: { list: list({}) } },
        host: list({ 'x-host-only': true }),
        free: list({}),
      },
    };
    const one = [{ name: 'a' }];
    const found = settingsOf(schema, { restarting: { list: one }, host: one, free: [] });
    expect(found.map(({ path, needsRestart, isHostOnly }) => [path, needsRestart, isHostOnly])).toEqual([
      ['restarting.list[0].name', true, false],
      ['restarting.list[0].args', true, false],
      ['host[0].name', false, true],
      ['host[0].args', false, true],
      ['free', false, false],
    ]);
  });
});

describe('the source of a setting', () => {
  const sources = { 'media.kept': 'file', list: 'GATEHOUSE__LIST', listed: 'file' };

  it.each([
    ['media.kept', 'file'],
    ['media.keptDays', undefined],
    ['list[0].name', 'GATEHOUSE__LIST'],
    ['list.name', 'GATEHOUSE__LIST'],
    ['listed', 'file'],
    ['lists', undefined],
  ])('of %s is %s', (path, source) => {
    expect(sourceOf(sources, path)).toBe(source);
  });
});
