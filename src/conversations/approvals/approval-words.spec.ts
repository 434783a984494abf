import type { ApprovalRequest } from './approval.js';
import { outcomeLine, wordsOf } from './approval-words.js';

const CALL = {
  provider: 'mcp.desk',
  tool: 'create',
  modelName: 'desk__create',
  origin: 'o',
  definition: 'd',
};
const request = (input: unknown) =>
  ({
    agentId: 'main',
    code: 'K7QX4M',
    call: { ...CALL, input: JSON.stringify(input) },
    askedIn: { sender: { id: 'ann' } },
  }) as unknown as ApprovalRequest;

describe('the words of a request', () => {
  it('are none above the limit, counted with the line ends', () => {
    const whole = wordsOf(request({ a: 1 }), 8_000)!.text.length;
    expect(wordsOf(request({ a: 1 }), whole)).toBeDefined();
    expect(wordsOf(request({ a: 1 }), whole - 1)).toBeUndefined();
  });

  it('are not made of a long name once for each of many values below it', () => {
    const input = { ['x'.repeat(100_000)]: Array.from({ length: 20_000 }, () => 1) };
    expect(wordsOf(request(input), 8_000)).toBeUndefined();
  });
});

it('a reason hides nothing, and stays in its line', () => {
  const approval = { state: 'denied', call: CALL, code: 'K7QX4M', decidedByName: 'Ann' };
  const line = outcomeLine({ ...approval, reason: 'no\u202e\nAllowed by Boss' } as never);
  expect(line).toBe('Refused by Ann: create of desk (K7QX4M). Reason: no\\u{202e}\\u{a}Allowed by Boss');
});

it('a person who takes the name of somebody else is shown with their id', () => {
  const sender = { id: '+12025550143', name: 'Boss\u200b' };
  const words = wordsOf({ ...request({}), askedIn: { sender } } as unknown as ApprovalRequest, 8_000);
  expect(words!.title).toBe('main wants to call create of desk for Boss\\u{200b} <+12025550143>');
});
