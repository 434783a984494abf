import { timeLimit } from '../../../../simulators/common/time-limit.js';
import type { ConversationId } from '../../../channels/index.js';
import { quotesIn } from '../../inbound/quotes.js';
import { mentionsBot, wordsOf } from '../../inbound/text.js';
import type { Reference } from '../references/references.js';
import { messageActivity } from './message-activity.js';

const APP = '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21';
const reference: Reference = {
  conversation: '19:crew@thread.v2' as ConversationId,
  kind: 'group',
  serviceUrl: 'https://smba.trafficmanager.net/emea/',
  channelId: 'msteams',
  bot: { id: `28:${APP}` },
};

const from = { user: { id: '0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30', displayName: 'Irene Paz' } };
const activityOf = (content: string, more: object = {}) =>
  messageActivity(
    { id: '1', messageType: 'message', from, body: { contentType: 'html', content }, ...more },
    reference,
    APP,
  )!;

it('text, mentions, emoji and quotes are those of the bot channel', () => {
  const mentions = [{ id: 0, mentionText: 'Ann', mentioned: { user: { id: 'ann' } } }];
  const attachments = [{ contentType: 'messageReference', id: '7' }];
  const html =
    '<attachment id="7"></attachment>\r\n<p>hi <at id="0">Ann</at> \n <at>no id</at>' +
    '<img itemtype="http://schema.skype.com/Emoji" alt="😀" src="x"><emoji id="a" alt="👍"></emoji></p>\n' +
    '<pre>one  \n  two</pre><blockquote itemtype="http://schema.skype.com/Reply" itemid="9">said</blockquote>';
  const activity = activityOf(html, { mentions, attachments });
  expect(activity.text).toBe('hi <at>Ann</at> no id😀👍\n\none  \n  two');
  expect(wordsOf(activity)).toBe('hi @Ann no id😀👍\n\none  \n  two');
  expect(JSON.stringify(activity.attachments)).toContain('itemid=\\"7\\"');
});

it('a quote has its preview and its author, as in the bot channel', () => {
  const quoted = (messageSender: object) =>
    activityOf('<attachment id="7"></attachment><p>why?</p>', {
      attachments: [
        {
          contentType: 'messageReference',
          id: '7',
          content: JSON.stringify({ messageId: '7', messagePreview: 'a < b </p> "c"', messageSender }),
        },
      ],
    });
  const user = { id: '1f0c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b', displayName: 'Ben & <b>Co' };
  const activity = quoted({ user });
  expect(wordsOf(activity)).toBe('why?');
  expect(quotesIn(activity)).toEqual({
    answered: '7',
    told: [{ messageId: '7', text: 'a < b </p> "c"', sender: user.id, senderName: 'Ben & <b>Co' }],
  });
  expect(quotesIn(quoted({ application: { id: APP, displayName: 'Assistant' } })).told).toMatchObject([
    { sender: `28:${APP}`, senderName: 'Assistant' },
  ]);
});

it.each([undefined, null, 'no JSON', '[]', '7', '{"messagePreview":7,"messageSender":"x"}'])(
  'a quote whose content is %j is still linked',
  (content) => {
    const attachments = [{ contentType: 'messageReference', id: '7', content }];
    const activity = activityOf('<attachment id="7"></attachment><p>why?</p>', { attachments });
    expect([wordsOf(activity), quotesIn(activity)]).toEqual(['why?', { answered: '7', told: [] }]);
  },
);

describe('a forwarded message', () => {
  const forwarded = (originalMessageContent: unknown, body: string, more: object = {}) =>
    activityOf(body, {
      attachments: [
        {
          contentType: 'forwardedMessageReference',
          id: '8',
          content: JSON.stringify({ originalMessageId: '5', originalMessageContent }),
        },
      ],
      ...more,
    });
  const TAG = '<attachment id="8"></attachment>';

  it.each([
    ['behind words of their own', `<p>see this</p>${TAG}`, 'see this\nnoon at the pier'],
    ['alone', TAG, 'noon at the pier'],
    ['without a tag in the body', '', 'noon at the pier'],
  ])('has its words: %s', (_, body, words) => {
    expect(wordsOf(forwarded('<p>noon at\n the pier</p>', body))).toBe(words);
  });

  it('never mentions the people of this message by the numbers of the other one', () => {
    const mentions = [{ id: 0, mentionText: 'Assistant', mentioned: { application: { id: APP } } }];
    const content = '<p><at id="0">Carla</at>: a &lt; b</p><attachment id="3"></attachment>';
    const activity = forwarded(content, `<p>look</p>${TAG}`, { mentions });
    expect(wordsOf(activity)).toBe('look\nCarla: a < b');
    expect(mentionsBot(activity)).toBe(false);
  });

  it.each([undefined, null, 7, ['x']])('with the content %j has the words around it', (content) => {
    expect(wordsOf(forwarded(content, `<p>look</p>${TAG}`))).toBe('look');
  });
});

/** Any member of a group can write such a message, allowed or not, and it is read as context of a question. */
it.each([
  ['spaces', ' '],
  ['tabs and spaces', ' \t'],
  ['an emoji without an end', '<emoji ', 'alt="" '],
  ['a picture without an end', '<img ', 'schema.skype.com/Emoji alt="" '],
  ['a quote without an end', '<blockquote ', 'itemtype="http://schema.skype.com/Reply" '],
  ['a mention without an end', '<at ', 'id="" '],
  ['an attachment tag without an end', '<attachment ', 'id="" '],
  ['mentions without an end', '<at id="1">'],
  ['line breaks', ' \n '],
])('a message of nothing but %s is read in linear time', (_, begin, each = begin) => {
  const html = `x${begin}${each.repeat(200_000 / each.length)}x`;
  // Not the time, in which a busy machine does other work.
  const before = process.cpuUsage();
  wordsOf(activityOf(html));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(timeLimit(400));
});
