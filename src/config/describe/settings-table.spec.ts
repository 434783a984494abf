import { IsIn } from 'class-validator';
import { CORE_SECTIONS } from '../core/core-sections.js';
import { section } from './section.js';
import { Nested, NestedList, NestedMap, Setting } from './setting.decorator.js';
import { describeSettings, settingsPage } from './settings-table.js';

class Inner {
  @Setting({ doc: 'A port.' })
  readonly port: number = 1;
}

class Outer {
  @Setting({ doc: 'A | mode.' })
  @IsIn(['a', 'b'])
  readonly mode: string = 'a';

  @Setting({ doc: 'A key.', secret: true, env: 'KEY' })
  readonly key?: string;

  @Setting({ doc: 'Names.', type: 'string[]' })
  readonly names: readonly string[] = [];

  @Nested(() => Inner, { doc: 'Where.', or: ['here'] })
  readonly place: Inner | string = 'here';

  @NestedList(() => Inner)
  readonly list: readonly Inner[] = [];

  @NestedMap(() => Outer)
  readonly outers: Readonly<Record<string, Outer>> = {};
}

describe('describeSettings', () => {
  it('has a row for each setting', () => {
    const rows = describeSettings([section('x', Outer)]).map((row) => Object.values(row).join(' # '));

    expect(rows.slice(0, 6)).toEqual([
      'x.mode # `a` \\| `b` # `a` # A \\| mode.',
      'x.key # string #  # A key. Secret. Also by `KEY`, `KEY_FILE`.',
      'x.names # string[] # `[]` # Names.',
      'x.place # `here` \\| object # `here` # Where.',
      'x.place.port # number # `1` # A port.',
      'x.list[].port # number # `1` # A port.',
    ]);
    expect(rows[6]).toMatch(/^x\.outers\.<name>\.mode/);
  });
});

describe('settingsPage', () => {
  it('documents every core setting', () => {
    const rows = describeSettings(CORE_SECTIONS);

    expect(rows.filter((row) => row.doc === '' || row.type === 'object')).toEqual([]);
    for (const row of rows) expect(settingsPage(CORE_SECTIONS)).toContain(`| \`${row.path}\` |`);
  });
});
