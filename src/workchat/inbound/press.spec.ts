import { WORKPLACE_EXAMPLES, type WorkplaceExampleId } from '../../../simulators/index.js';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import type { Activity } from '../service/wire/activity.js';
import { convert } from './convert.js';
import { placeOf } from './place.js';

const example = (id: WorkplaceExampleId, fields: object): Activity =>
  ({ ...WORKPLACE_EXAMPLES[id], ...fields }) as unknown as Activity;
const conversionOf = (activity: Activity) =>
  convert(activity, placeOf(activity)!, { account: DEFAULT_ACCOUNT, now: 0 });

function only(activity: Activity) {
  const conversion = conversionOf(activity);
  return conversion.kind === 'events' && conversion.events.length === 1 ? conversion.events[0] : conversion;
}

describe('the press of a button', () => {
  const back = (value: unknown, text: unknown = '') => example('submitted', { value, text });
  const execute = (data: unknown) =>
    example('executed', { value: { action: { type: 'Action.Execute', data } } });

  it.each([
    ['a text', back('yes'), { value: 'yes' }],
    ['a text, without the field of the text', back('yes', undefined), { value: 'yes' }],
    ['a number', back(7), { value: 7 }],
    ['a list', back(['a', 'b']), { value: ['a', 'b'] }],
    ['a JSON text', back('{"answer":"yes"}'), { answer: 'yes' }],
    ['a JSON text that is no object', back('[1]'), { value: '[1]' }],
    ['an object beside a text', back({ answer: 'yes' }, 'I say yes'), { answer: 'yes', text: 'I say yes' }],
    ['an object with a text of its own', back({ text: 'a' }, 'b'), { text: 'a' }],
    [
      'a text, beside what the chat shows of it',
      example('submitted', {
        value: 'yes',
        text: undefined,
        attachments: [{ contentType: 'text/html', content: '<p>I say yes</p>' }],
      }),
      { value: 'yes', text: 'I say yes' },
    ],
    ['a text, from Action.Execute', execute('yes'), { value: 'yes' }],
    ['a JSON text, from Action.Execute', execute('{"answer":"yes"}'), { answer: 'yes' }],
    ['nothing, from Action.Execute', execute(null), {}],
  ])('is told whatever it brings: %s', (_, activity, values) => {
    expect(only(activity)).toMatchObject({ kind: 'card-answer' });
    expect(only(activity)).toHaveProperty('values', values);
  });

  it('is a vote also where its data is a JSON text', () => {
    expect(only(back('{"gatehousePoll":"poll_1","choices":"1"}'))).toMatchObject({
      kind: 'poll-vote',
      pollId: 'poll_1',
      selections: [1],
    });
  });

  it('is a message where a text comes with a plain value', () => {
    expect(only(back('yes', 'I say yes'))).toMatchObject({ kind: 'message', text: 'I say yes' });
  });

  it.each([[null], ['']])('is dropped as empty where it brings neither text nor value, but %j', (value) => {
    expect(conversionOf(back(value))).toEqual({ kind: 'dropped', reason: 'empty' });
  });
});

it('a message in a channel whose value is null keeps its thread', () => {
  const id = '19:Qm3Zt8WkLr5VxYpB1nHcDsJfGeUaO7iRt2vE4bKzS6w1@thread.tacv2';
  const conversation = { isGroup: true, conversationType: 'channel', id };
  expect(only(example('channelReply', { conversation, value: null }))).toMatchObject({
    thread: '1768992120777',
  });
});
