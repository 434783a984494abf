import { ALL_RULES, ALL_SECTIONS } from '../../../app.sections.js';
import { ConfigInvalidError } from '../../tree/problem.js';
import { checkConfig, readEnvironment } from '../../index.js';

const IMBRIDGE = { imbridge: { serverUrl: 'http://127.0.0.1:1', password: 'x' } };

function problemsOf(to: readonly string[], channels: object = IMBRIDGE): readonly string[] {
  try {
    checkConfig(ALL_SECTIONS, { channels, approvals: { to } }, readEnvironment({}), ALL_RULES);
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalidError)
      return error.problems.map(({ path, message }) => `${path} ${message}`);
    throw error;
  }
}

it('a target of a configured channel is taken', () => {
  expect(problemsOf(['imbridge:+12025550177', 'imbridge/work:chat_guid:a'])).toEqual([]);
});

it.each([
  ['imbrigde:+12025550177', 'approvals.to[0] must begin with a configured channel, and imbrigde is not'],
  ['defaults:x', 'approvals.to[0] must begin with a configured channel, and defaults is not'],
  ['+12025550177', 'approvals.to[0] must be a target such as imbridge:+12025550177'],
])('the target %s is refused with its path', (target, problem) => {
  expect(problemsOf([target])).toContain(problem);
});

it.each([{}, { imbridge: {} }, { imbridge: { password: null } }])(
  'a target of a built-in channel is refused where %j are configured',
  (channels) => {
    expect(problemsOf(['imbridge:+12025550177'], channels)).toEqual([
      'approvals.to[0] must begin with a configured channel, and imbridge is not',
    ]);
  },
);
