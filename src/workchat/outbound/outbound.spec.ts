import { timeLimit } from '../../../simulators/common/time-limit.js';
import { cardProblem } from './card-check.js';
import { platformMarkdown } from './markdown/markdown.js';
import { withMentions } from './mentions.js';

describe('platformMarkdown', () => {
  const lines = (...parts: string[]) => parts.join('\n');

  it.each([
    ['what is shown everywhere', '**bold** *it* `x` ~~no~~ [a](https://b.example)\n> q', undefined],
    ['headings', '# One\n### Two ##\ntext', '**One**  \n**Two**  \ntext'],
    ['nested lists', '- a\n  - b\n    1. c\n- d', '- a\n- ◦ b\n- ◦ 1. c\n- d'],
    ['tasks', '- [ ] a\n- [x] b', '- ☐ a\n- ☑ b'],
    ['pictures', '![chart](https://a.example/c.png)', '[chart](https://a.example/c.png)'],
    ['code', '```md\n# One\n- a\n  - b\n| a | b |\n|---|---|\n```', undefined],
    ['a fence within a longer one', '````\n```\n# x\n````\n# y', '````\n```\n# x\n````\n**y**'],
    ['an open fence', '```\n# x', undefined],
    ['a rule that is none', 'a | b\n---\ntext', undefined],
  ])('renders %s', (_, text, shown = text) => {
    expect(platformMarkdown(text)).toBe(shown);
  });

  it('renders a table as columns, whatever its cells hold', () => {
    const table = lines(
      'before',
      '| Name | **Age** |',
      '|:--|--:|',
      '| Ann \\| Bo | 7 |',
      '| 👨‍👩‍👧 |',
      '',
      'after',
    );
    expect(platformMarkdown(table)).toBe(
      lines(
        'before',
        '```',
        'Name     | Age',
        '---------|----',
        'Ann | Bo | 7',
        '👨‍👩‍👧        |',
        '```',
        '',
        'after',
      ),
    );
  });

  it('takes time in proportion to the text', () => {
    const started = performance.now();
    for (const text of [
      '|'.repeat(20_000),
      `${'| '.repeat(5_000)}\n${'|-'.repeat(5_000)}`,
      '![a]('.repeat(4_000),
      '#'.repeat(20_000),
      ...['\\', ' ', '>', '> ', '-', '\\\n', ' \n'].map((unit) => `a${unit.repeat(50_000)}b\nc`),
      `# a${' '.repeat(20_000)}b`,
      '!['.repeat(20_000),
      `a|b\n${' '.repeat(100_000)}x`,
      `a|b\n-|-${' '.repeat(100_000)}x`,
      `a|b\n-|-\n${' '.repeat(100_000)}x`,
    ])
      platformMarkdown(text);
    expect(performance.now() - started).toBeLessThan(timeLimit(5_000));
  });

  const [WIDE, NARROW] = ['w', 'a'].map(
    (sign) => `${`|${sign.repeat(sign === 'w' ? 100 : 1)}`.repeat(5)}|\n`,
  );
  it.each([
    ['a wide column', `${'w'.repeat(9_000)}|b\n-|-\n${'a|b\n'.repeat(2_000)}`],
    ['many columns', `${'|a'.repeat(3_000)}\n${'|-'.repeat(3_000)}\n${'|\n'.repeat(3_000)}`],
    ['a wide row', `${WIDE}${'|-'.repeat(5)}|\n${NARROW?.repeat(300)}`],
    ['others beside it', `${WIDE}${'|-'.repeat(5)}|\n${NARROW?.repeat(10)}\n`.repeat(6)],
  ])('keeps a table with %s from growing by more than 8,100 characters', (_, table) => {
    expect(platformMarkdown(table).length - table.length).toBeLessThan(8_100);
  });
});

describe('withMentions', () => {
  const ID = '29:1kQvT8';

  it.each([
    ['@[Irene Paz](29:1kQvT8) hi', '<at>Irene Paz</at> hi', 'Irene Paz'],
    ['@[A\\] <b> & c](29:1kQvT8)', '<at>A] &lt;b&gt; &amp; c</at>', 'A] <b> & c'],
  ])('replaces %s', (text, shown, name) => {
    const tag = shown.slice(0, shown.indexOf('</at>') + 5);
    expect(withMentions(text)).toEqual({
      text: shown,
      entities: [{ type: 'mention', text: tag, mentioned: { id: ID, name } }],
    });
  });

  it.each([
    ['links', '@[x](https://a.example)'],
    ['code in a line', 'so `@[x](29:a)` and ```@[x](29:a)```'],
    ['a block of code', '```\n@[x](29:a)\n```'],
    ['a block of code between tildes', '~~~\n@[x](29:a)\n~~~'],
    ['a block with a shorter fence in it', '````\n```\n@[x](29:a)\n````'],
    ['a block that is still open', '```\n@[x](29:a)'],
  ])('leaves %s unchanged', (_, text) => {
    expect(withMentions(text)).toEqual({ text, entities: [] });
  });

  it('makes mentions behind a block of code', () => {
    expect(withMentions('```\n`\n```\n@[A](29:a)').entities).toHaveLength(1);
  });

  it('takes the tags of a text for no mentions', () => {
    expect(withMentions('<at>Boss</at>')).toEqual({ text: '&lt;at>Boss&lt;/at>', entities: [] });
  });

  it('mentions one person once', () => {
    expect(withMentions('@[A](29:a) @[A](29:a)').entities).toHaveLength(1);
  });
});

describe('cardProblem', () => {
  const card = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'hi' }] };
  const deep = (levels: number): object => (levels === 0 ? {} : { items: [deep(levels - 1)] });

  it.each([
    [{}, undefined],
    [{ actions: [{ type: 'Action.OpenUrl', url: 'https://a.example' }] }, undefined],
    [{ type: 'Card' }, 'card.type must be AdaptiveCard'],
    [{ version: '9.0' }, 'card.version must be a string from "1.0" to "1.5"'],
    [{ version: 1.5 }, 'card.version must be a string from "1.0" to "1.5"'],
    [{ body: undefined }, 'card.body must be a list'],
    [{ body: [{ text: 'x' }] }, 'card.body[0].type must be a string'],
    [{ body: ['x'] }, 'card.body[0].type must be a string'],
    [{ actions: [{ type: 'Submit' }] }, 'card.actions[0].type must begin with "Action."'],
    [{ actions: Array(7).fill({ type: 'Action.Submit' }) }, 'card.actions must have at most 6 entries'],
    [{ body: [{ type: 'Image', url: 'http://a.example/x' }] }, 'card.body[0].url must be an https URL'],
    [{ body: [{ type: 'Image', url: 'data:image/png;base64,AA==' }] }, undefined],
    [{ actions: [{ type: 'Action.Submit', data: { url: 'ftp://x', type: 'Input.Text' } }] }, undefined],
    [
      { actions: [{ type: 'Action.Submit', data: deep(30) }] },
      expect.stringMatching(/is nested too deeply$/),
    ],
    [
      { actions: [{ type: 'Action.Submit', iconUrl: 'javascript:1' }] },
      'card.actions[0].iconUrl must be an https URL',
    ],
    [{ actions: [{ type: 'Action.Submit', iconUrl: 'https://a.example/x.png' }] }, undefined],
    [{ actions: [{ type: 'Action.Submit', data: 'yes' }] }, 'card.actions[0].data must be an object'],
    [{ actions: [{ type: 'Action.Execute', data: 7 }] }, 'card.actions[0].data must be an object'],
    [
      { body: [{ type: 'ActionSet', actions: [{ type: 'Action.Submit', data: ['yes'] }] }] },
      'card.body[0].actions[0].data must be an object',
    ],
    [
      { actions: [{ type: 'Action.Execute', data: {}, fallback: { type: 'Action.Submit', data: 'x' } }] },
      'card.actions[0].fallback.data must be an object',
    ],
    [{ actions: [{ type: 'Action.Submit', data: null }, { type: 'Action.Submit' }] }, undefined],
    [{ backgroundImage: 'mailto:a@b.example' }, 'card.backgroundImage must be an https URL'],
    [{ backgroundImage: { url: 'http://a.example/x' } }, 'card.backgroundImage.url must be an https URL'],
    [{ body: [{ type: 'Input.Text' }] }, 'card.body[0].id must be a string'],
    [
      { body: [{ type: 'Container', items: [{ type: 'Input.Toggle', id: ' ' }] }] },
      'card.body[0].items[0].id must be a string',
    ],
    [
      { body: [{ type: 'Input.ChoiceSet', id: 'a', choices: [] }] },
      'card.body[0].choices must be a non-empty list',
    ],
    [{ body: [{ type: 'Input.ChoiceSet', id: 'a' }] }, 'card.body[0].choices must be a non-empty list'],
    [
      { body: [{ type: 'Input.ChoiceSet', id: 'a', choices: [{ title: 'x' }] }] },
      'card.body[0].choices[0] must have title and value, both strings',
    ],
    [{ body: [{ type: 'Input.ChoiceSet', id: 'a', 'choices.data': { type: 'Data.Query' } }] }, undefined],
    [{ body: [{ type: 'TextBlock', text: 'x'.repeat(30_000) }] }, 'card must have at most 25600 bytes'],
    [{ body: [{ type: 'Container', ...deep(30) }] }, expect.stringMatching(/is nested too deeply$/)],
  ])('checks a card with %j', (fields, problem) => {
    expect(cardProblem({ ...card, ...fields })).toEqual(problem);
  });

  it('refuses a card that is nested too deeply to be measured', () => {
    const items: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(cardProblem({ ...card, items })).toMatch(/is nested too deeply$/);
  });
});
