import { platformMarkdown } from './markdown.js';

it('three backticks around words within a line open no block of code', () => {
  expect(platformMarkdown('```like this```\n# Title')).toBe('```like this```  \n**Title**');
});

it('a block of code keeps what looks like markup', () => {
  expect(platformMarkdown('~~~ts\n# Title\n```\n~~~\n# Title')).toBe('~~~ts\n# Title\n```\n~~~\n**Title**');
});

describe('a single line break', () => {
  it.each([
    ['lines of text', 'Name: Ada\nRoom: 12\n\nBye\nBo', 'Name: Ada  \nRoom: 12\n\nBye  \nBo'],
    [
      'lines with blanks or a break behind them',
      'a \nb  \nc\\\nd\\\\\ne\r\nf',
      'a  \nb  \nc  \nd\\\\  \ne  \nf',
    ],
    ['a heading and its text', '## Rooms\nAda: 12', '**Rooms**  \nAda: 12'],
    ['the lines of a quote', '> a\n> b\nc', '> a  \n> b  \nc'],
    ['a list and the text below it', 'Rooms:\n- a\n- b\nBye', 'Rooms:\n- a\n- b  \nBye'],
    ['lines that begin with a number', 'Rooms:\n12. floor\n13. floor', 'Rooms:  \n12. floor  \n13. floor'],
  ])('is hard between %s', (_, text, shown) => {
    expect(platformMarkdown(text)).toBe(shown);
  });

  it.each([
    ['the items of a list', '- a\n  more of a\n- b\n\n  a part of b\n  and more\n1. c\n2. d'],
    ['the items of a numbered list below text', 'Rooms:\n1. a\n2. b'],
    ['code', 'a\n```\nb\nc\n```\nd'],
    ['code that is indented', 'a\n\n    b\n    c\n\nd'],
    ['code in a quote', '> ```\n> a\n> b\n> ```'],
    ['text and a quote', 'a\n> b'],
    ['text and a rule', 'a\n---\nb'],
    ['a break and the end', 'a\n'],
  ])('stays between %s', (_, text) => {
    expect(platformMarkdown(text)).toBe(text);
  });

  it('stays in a table and beside it', () => {
    expect(platformMarkdown('a\n| b | c |\n|--|--|\n| d | e |\nf')).toBe(
      'a\n```\nb | c\n--|--\nd | e\n```\nf',
    );
  });
});
