import type { HttpAnswer } from '../../common/http/client/http-call.js';
import { answerOutcome } from './outcomes.js';

const NOW = 1_700_000_000_000;
const answer = (status: number, headers: HttpAnswer['headers'] = {}) =>
  answerOutcome({ kind: 'answered', status, headers, json: undefined }, NOW);

it.each([
  [200, { kind: 'sent', at: NOW }],
  [204, { kind: 'sent', at: NOW }],
  [302, { kind: 'not-sent', code: 'remote-error', retry: { kind: 'wait' } }],
  [400, { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' } }],
  [401, { kind: 'not-sent', code: 'bad-credentials', retry: { kind: 'wait' } }],
  [403, { kind: 'not-sent', code: 'bad-credentials', retry: { kind: 'wait' } }],
  [408, { kind: 'unknown', code: 'timeout' }],
  [429, { kind: 'not-sent', code: 'rate-limited', retry: { kind: 'wait' } }],
  [500, { kind: 'unknown', code: 'remote-error' }],
  [504, { kind: 'unknown', code: 'timeout' }],
])('a send that is answered %i ends as %j', (status, outcome) => {
  expect(answer(status)).toMatchObject(outcome);
});

it('a service that limits our rate says how long to wait', () => {
  expect(answer(429, { 'retry-after': '7' })).toMatchObject({ retry: { kind: 'wait', afterMs: 7_000 } });
});

it('a send without an answer has not arrived only if there was no connection', () => {
  expect(answerOutcome({ kind: 'unreachable', detail: 'ECONNREFUSED' }, NOW)).toMatchObject({
    kind: 'not-sent',
    code: 'unreachable',
  });
  expect(answerOutcome({ kind: 'interrupted', how: 'cut-off', detail: 'ECONNRESET' }, NOW)).toMatchObject({
    kind: 'unknown',
    code: 'cut-off',
  });
});
