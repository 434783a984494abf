import { timeLimit } from '../../../../simulators/common/time-limit.js';
import type { ConversationId } from '../../../channels/index.js';
import { wordsOf } from '../../inbound/text.js';
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
