import { platformMarkdown } from './markdown.js';

it('three backticks around words within a line open no block of code', () => {
  expect(platformMarkdown('```like this```\n# Title')).toBe('```like this```\n**Title**');
});

it('a block of code keeps what looks like markup', () => {
  expect(platformMarkdown('~~~ts\n# Title\n```\n~~~\n# Title')).toBe('~~~ts\n# Title\n```\n~~~\n**Title**');
});
