import { POLL_LIMITS, pollText, readPoll, voteProblem } from './poll-words.js';

const good = { question: ' Which day? ', options: ['Monday ', 'Friday'] };
const many = (count: number) => Array.from({ length: count }, (_, index) => `option ${index}`);

describe('readPoll', () => {
  it('trims spaces, and allows one choice by default', () => {
    const read = { question: 'Which day?', options: ['Monday', 'Friday'], maxSelections: 1 };
    expect(readPoll(good)).toEqual(read);
    expect(readPoll({ ...good, maxSelections: 2 })).toEqual({ ...read, maxSelections: 2 });
    expect(readPoll({ ...good, options: many(12) })).toMatchObject({ options: many(12) });
  });

  it.each([
    [{ question: ' ' }, 'question must be text'],
    [{ question: 7 }, 'question must be text'],
    [{ question: 'x'.repeat(301) }, `question must have at most ${POLL_LIMITS.question} characters`],
    [{ question: 'a\nb' }, 'question must be one line of text'],
    [{ question: 'a\ud800' }, 'question must be one line of text'],
    [{ options: undefined }, 'options must be a list of 2 to 12 texts'],
    [{ options: 'Monday' }, 'options must be a list of 2 to 12 texts'],
    [{ options: ['Monday'] }, 'options must be a list of 2 to 12 texts'],
    [{ options: many(13) }, 'options must be a list of 2 to 12 texts'],
    [{ options: ['Monday', ''] }, 'options[1] must be text'],
    [{ options: ['Monday', null] }, 'options[1] must be text'],
    [{ options: ['x'.repeat(101), 'Monday'] }, 'options[0] must have at most 100 characters'],
    [{ options: ['Monday', 'Friday', ' monday'] }, 'options[2] repeats an earlier option'],
    [{ maxSelections: 0 }, 'limit must be a whole number, 1 to 2'],
    [{ maxSelections: 3 }, 'limit must be a whole number, 1 to 2'],
    [{ maxSelections: 1.5 }, 'limit must be a whole number, 1 to 2'],
  ])('refuses %j, naming the field', (wrong, problem) => {
    expect(readPoll({ ...good, ...wrong }, 'limit')).toBe(problem);
  });
});

it('a poll is described in one line', () => {
  expect(pollText({ question: 'Which day?', options: ['Monday', 'Friday'], maxSelections: 1 })).toBe(
    '[poll: Which day? — Monday / Friday]',
  );
});

it.each([
  [[0], undefined],
  [[], undefined],
  [[0, 2], undefined],
  [[2, 2, 2], undefined],
  [[0, 1, 2], 'poll-too-many-options'],
  [[3], 'poll-no-such-option'],
  [[-1], 'poll-no-such-option'],
  [[0.5], 'poll-no-such-option'],
  [[Number.NaN], 'poll-no-such-option'],
])('a vote for %j has the problem %s', (selections, problem) => {
  const words = { question: 'q', options: ['a', 'b', 'c'], maxSelections: 2 };
  expect(voteProblem(words, selections)).toBe(problem);
});
