import { type FailureCode, RuntimeFailure } from './runtime.js';
import { statusFailure, toRuntimeFailure } from './runtimes/call-failure.js';
import { turnFailureOf } from './turn-failures.js';

const { signal } = new AbortController();

describe('the reason of a failed turn', () => {
  it.each([
    [401, 'model-key-refused'],
    [403, 'model-key-refused'],
    [402, 'model-unpaid'],
    [404, 'model-not-found'],
    [429, 'model-busy'],
    [400, 'model-refused-request'],
    [301, 'model-refused-request'],
    [503, 'model-error'],
    [529, 'model-error'],
  ])('of status %i is %s', (status, reason) => {
    expect(turnFailureOf(statusFailure(status, undefined))).toBe(reason);
  });

  it.each<[FailureCode, string]>([
    ['wrong-key', 'model-key-refused'],
    ['refused', 'model-declined'],
    ['late', 'model-late'],
    ['no-agent', 'agent-gone'],
  ])('with the code %s is %s, whatever the status', (code, reason) => {
    expect(turnFailureOf(new RuntimeFailure('x', false, { code, status: 503 }))).toBe(reason);
  });

  it('of a connection that never came to be is that the model cannot be reached', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    expect(turnFailureOf(toRuntimeFailure(refused, signal))).toBe('model-unreachable');
    expect(turnFailureOf(toRuntimeFailure(reset, signal))).toBe('model-error');
  });
});
