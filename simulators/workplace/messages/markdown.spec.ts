import { renderMarkdown } from './markdown.js';

describe('renderMarkdown', () => {
  it.each([
    ['a single line break as a space', 'Name: Ada\nRoom: 12', '<p>Name: Ada Room: 12</p>'],
    ['a hard one as a break', 'a  \nb\\\nc  ', '<p>a<br>b<br>c</p>'],
    ['both in a quote', '> a  \n> b\n> c', '<blockquote>a<br>b c</blockquote>'],
    [
      'text directly below an item as part of it',
      '- a\n- b\nc\n\nd',
      '<ul><li>a</li><li>b c</li></ul><p>d</p>',
    ],
    ['a list below text, which begins with 1', 'a\n1. b\n2. c', '<p>a</p><ol><li>b</li><li>c</li></ol>'],
    ['numbers below text as text', 'a\n2. b', '<p>a 2. b</p>'],
  ])('shows %s', (_, text, html) => {
    expect(renderMarkdown(text)).toBe(html);
  });
});
