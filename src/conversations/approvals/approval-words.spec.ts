import type { ApprovalRequest } from './approval.js';
import {
  callName,
  outcomeLine,
  permissionText,
  tooLongText,
  withdrawnText,
  wordsOf,
} from './approval-words.js';

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

const TITLE = 'main wants to call create of desk for ann';
const COMMANDS = 'To answer: 👍 or 👎, /approve K7QX4M, /approve K7QX4M hour, or /deny K7QX4M reason';

describe('the words of a request', () => {
  it('are its title, each argument in a line, and how to answer', () => {
    const facts = [
      { name: 'a', value: '1' },
      { name: 'b', value: '"x"' },
    ];
    expect(wordsOf(request({ a: 1, b: 'x' }), 8_000)).toEqual({
      title: TITLE,
      facts,
      commands: COMMANDS,
      text: `${TITLE}\na: 1\nb: "x"\n${COMMANDS}`,
    });
    expect(wordsOf(request({}), 8_000)).toMatchObject({
      facts: [],
      text: `${TITLE}\n(no arguments)\n${COMMANDS}`,
    });
  });

  it('that are too long say where it is decided about', () => {
    expect(tooLongText(request({}))).toBe(
      `${TITLE}\nThe call is too long to show here in full. Decide in a terminal: ` +
        'gatehouse approvals show K7QX4M',
    );
  });

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
  expect(line).toBe('Denied by Ann: create of desk (K7QX4M). Reason: no\\u{202e}\\u{a}Allowed by Boss');
});

it("a person with another person's name is shown with their id", () => {
  const sender = { id: '+12025550143', name: 'Boss\u200b' };
  const words = wordsOf({ ...request({}), askedIn: { sender } } as unknown as ApprovalRequest, 8_000);
  expect(words!.title).toBe('main wants to call create of desk for Boss\\u{200b} <+12025550143>');
});

describe('the end of an approval in one line', () => {
  const ended = { call: CALL, code: 'K7QX4M', decidedByName: 'Ann\n', reason: 'no' };

  it.each([
    ['denied', 'Denied by Ann\\u{a}: create of desk (K7QX4M). Reason: no'],
    ['expired', 'Expired without an answer; not run: create of desk (K7QX4M).'],
    ['withdrawn', 'Cancelled: create of desk (K7QX4M).'],
    ['approved', 'Allowed by Ann\\u{a}: create of desk (K7QX4M).'],
    ['running', 'Allowed by Ann\\u{a}: create of desk (K7QX4M).'],
    ['done', 'Allowed by Ann\\u{a}, and done: create of desk (K7QX4M).'],
    ['failed', 'Allowed by Ann\\u{a}, but it failed: create of desk (K7QX4M). Reason: no'],
    [
      'interrupted',
      'Allowed by Ann\\u{a}, but interrupted; it may or may not have happened: create of desk (K7QX4M).',
    ],
    ['pending', 'Pending: create of desk (K7QX4M).'],
  ])('says that it was %s', (state, line) => {
    expect(outcomeLine({ ...ended, state } as never)).toBe(line);
  });

  it.each([[undefined], ['']])('has no reason where there is none: %j', (reason) => {
    const approval = { ...ended, state: 'denied', decidedByName: undefined, reason };
    expect(outcomeLine(approval as never)).toBe('Denied by an operator: create of desk (K7QX4M).');
  });
});

it.each([
  ['mcp.desk', 'create of desk'],
  ['message', 'message create'],
])('a call of %s is named', (provider, name) => {
  expect(callName({ provider, tool: 'create' })).toBe(name);
});

it.each([
  [{ id: 'ann' }, 'ann'],
  [{ id: 'ann', name: 'ann' }, 'ann'],
  [{ id: 'a\n', name: 'Ann' }, 'Ann <a\\u{a}>'],
])('a permission names its person: %j', (sender, person) => {
  expect(permissionText({ askedIn: { sender } } as never)).toBe(
    ` For one hour, such calls for ${person} need no approval in that chat.`,
  );
});

it('what is withdrawn is counted', () => {
  expect([0, 1, 2].map(withdrawnText)).toEqual([
    '',
    ' The pending approval is cancelled.',
    ' 2 pending approvals are cancelled.',
  ]);
});
