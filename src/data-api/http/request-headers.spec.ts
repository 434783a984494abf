import { prefersAsync } from './process.controller.js';

describe('Prefer', () => {
  it.each([
    'respond-async',
    'Respond-Async',
    'wait=10, respond-async',
    ' respond-async;a=1 ,x',
    'a,respond-async ',
  ])('%j asks for an answer at once', (header) => {
    expect(prefersAsync(header)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'respond-asynchronously',
    'wait=10',
    'respond-async=no',
    'handling="respond-async"',
  ])('%j does not', (header) => {
    expect(prefersAsync(header)).toBe(false);
  });
});
