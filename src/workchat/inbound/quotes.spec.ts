import { WORKPLACE_EXAMPLES, type WorkplaceExampleId } from '../../../simulators/index.js';
import { timeLimit } from '../../../simulators/common/time-limit.js';
import { DEFAULT_ACCOUNT, type InboundMessage } from '../../channels/index.js';
import type { Activity } from '../service/wire/activity.js';
import { convert } from './convert.js';
import { placeOf } from './place.js';

const BEN = '1f0c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b';
const ASKED = '1768991000000';
const LATER = '1768991000001';

const quotedReply = (messageId: string, more: object = {}) => ({
  type: 'quotedReply',
  quotedReply: { messageId, ...more },
});
const html = (content: string | null) => ({ contentType: 'text/html', content });
const blockquote = (id: string, inner: string) =>
  `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="${id}">${inner}</blockquote>`;
const byBen = `<strong itemprop="mri" itemid="8:orgid:${BEN.toUpperCase()}">Ben &amp; Co</strong>`;

function quoting(fields: object, from: WorkplaceExampleId = 'personalMessage'): InboundMessage {
  const activity = { ...WORKPLACE_EXAMPLES[from], ...fields } as unknown as Activity;
  const conversion = convert(activity, placeOf(activity)!, { account: DEFAULT_ACCOUNT, now: 0 });
  if (conversion.kind === 'dropped') throw new Error(conversion.reason);
  return conversion.events[0] as InboundMessage;
}

describe('a quoted reply of 2026', () => {
  const entity = quotedReply(ASKED, { senderName: 'Ben Ito', preview: 'noon at the pier' });

  it('has the words that were written, and the quoted message beside them', () => {
    const text = `<quoted messageId="${ASKED}"/>\nwhat did you mean`;
    expect(quoting({ text, entities: [entity] })).toMatchObject({
      text: 'what did you mean',
      replyTo: ASKED,
      quotes: [{ messageId: ASKED, text: 'noon at the pier', senderName: 'Ben Ito' }],
    });
  });

  it.each([
    ['a command', `<quoted messageId="${ASKED}"/>\n/status`, '/status'],
    ['a blank', `<quoted messageId="${ASKED}"/> /status`, '/status'],
    ['a mention before it', `<at>Assistant</at> <quoted messageId="${ASKED}"/>\r\n/status`, '/status'],
    ['a mention behind it', `<quoted messageId="${ASKED}"/><at>Assistant</at> /status`, '/status'],
    ['an end of its own', `<quoted messageId='${ASKED}'></quoted>go`, 'go'],
    ['a second one', `<quoted messageId="${ASKED}"/> yes <quoted messageId="${LATER}"/> no`, 'yes no'],
    ['nothing else', `<quoted messageId="${ASKED}"/>`, ''],
  ])('leaves no marker in the text: %s', (_, text, words) => {
    const entities = [...(WORKPLACE_EXAMPLES.groupMention.entities ?? []), entity];
    const attachments = undefined;
    expect(quoting({ text, entities, attachments }, 'groupMention')).toMatchObject({
      text: words,
      replyTo: ASKED,
    });
  });

  it('has the words of the rich form where its text is the marker alone', () => {
    const attachments = [html(`${blockquote(ASKED, byBen)}<p>what did you mean</p>`)];
    const text = `<quoted messageId="${ASKED}"/>`;
    expect(quoting({ text, attachments })).toMatchObject({ text: 'what did you mean', replyTo: ASKED });
  });

  it('keeps a marker that a person typed', () => {
    const text = '&lt;quoted messageId=&quot;7&quot;/&gt; is what I see';
    expect(quoting({ text })).toMatchObject({ text: '<quoted messageId="7"/> is what I see' });
    expect(quoting({ text })).not.toHaveProperty('replyTo');
  });

  it('is linked by its marker alone, and by its entity alone', () => {
    const marked = quoting({ text: `<quoted messageId="${ASKED}"/>\nwhy?`, entities: [] });
    expect(marked).toMatchObject({ text: 'why?', replyTo: ASKED });
    expect(marked).not.toHaveProperty('quotes');
    expect(quoting({ text: 'why?', entities: [quotedReply(ASKED)] })).toMatchObject({ replyTo: ASKED });
  });

  it('names its author by id, ours and the sender included', () => {
    const { from, recipient } = WORKPLACE_EXAMPLES.personalMessage;
    const senders = [from?.id, recipient?.id, '29:other', `8:orgid:${BEN}`, 7, undefined];
    const entities = senders.map((senderId, at) => quotedReply(String(at), { senderId, preview: 'x' }));
    const { quotes } = quoting({ text: 'all of these?', entities });
    expect(quotes?.map(({ sender }) => sender)).toEqual([
      from?.aadObjectId,
      recipient?.id,
      '29:other',
      BEN,
      undefined,
      undefined,
    ]);
  });

  it('in a channel is linked to the quoted message rather than to the post', () => {
    const reply = quoting(
      { text: `<quoted messageId="${ASKED}"/> why?`, entities: [entity] },
      'channelReply',
    );
    expect(reply).toMatchObject({ thread: '1768992120777', replyTo: ASKED });
  });

  it('of a deleted message, or with odd fields, is a link without words', () => {
    for (const odd of [{ isReplyDeleted: true }, { preview: null }, { preview: ' ' }, { preview: ['x'] }]) {
      const event = quoting({ text: 'why?', entities: [quotedReply(ASKED, odd), { type: 'quotedReply' }] });
      expect(event).toMatchObject({ text: 'why?', replyTo: ASKED });
      expect(event).not.toHaveProperty('quotes');
    }
  });
});

describe('a quote in the rich form', () => {
  it.each([
    ['its preview', '<p itemprop="preview">noon &lt;sharp&gt;</p>', 'noon <sharp>'],
    ['the whole rather than the preview', '<p itemprop="preview">no…</p><p itemprop="copy">noon</p>', 'noon'],
    ['several lines', '<p itemprop="copy">one<br>two</p>', 'one\ntwo'],
  ])('has %s, and its author', (_, said, text) => {
    const attachments = [html(`${blockquote(ASKED, byBen + said)}<p>why?</p>`)];
    expect(quoting({ text: 'why?', attachments })).toMatchObject({
      text: 'why?',
      replyTo: ASKED,
      quotes: [{ messageId: ASKED, text, sender: BEN, senderName: 'Ben & Co' }],
    });
  });

  it('ends where its tags say, also behind letters that are longer in lower case', () => {
    const said = '<strong itemprop="mri" itemid="8:x">İpek</strong><p itemprop="copy">İyi</p>';
    const content = `${blockquote(ASKED, said)}<p>why?</p>`;
    expect(quoting({ text: '', attachments: [html(content)] })).toMatchObject({
      text: 'why?',
      quotes: [{ text: 'İyi', senderName: 'İpek' }],
    });
  });

  it('completes the entity of the same message', () => {
    const attachments = [html(blockquote(ASKED, `${byBen}<p itemprop="preview">noon</p>`))];
    const entities = [quotedReply(ASKED, { senderName: 'Ben Ito', preview: 'noon at the pier' })];
    expect(quoting({ text: 'why?', attachments, entities }).quotes).toEqual([
      { messageId: ASKED, text: 'noon at the pier', sender: BEN, senderName: 'Ben Ito' },
    ]);
  });

  it('without content is none', () => {
    expect(quoting({ attachments: [html(null)] })).not.toHaveProperty('replyTo');
  });
});

it.each(['<quoted ', '<quoted messageId="', '<quoted messageId="1">'])(
  'a text of nothing but %j is read in linear time',
  (unit) => {
    const text = unit.repeat(Math.floor(300_000 / unit.length));
    const before = process.cpuUsage();
    quoting({ text: `x${text}`, entities: [quotedReply(ASKED)] });
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(timeLimit(1_000));
  },
);

it.each(['<strong itemprop="mri" itemid="1">', '<p itemprop="preview">', '<p '])(
  'a quote of nothing but %j is read in linear time',
  (unit) => {
    const inner = unit.repeat(Math.floor(300_000 / unit.length));
    const before = process.cpuUsage();
    quoting({
      text: 'hi',
      attachments: [
        html(blockquote(ASKED, inner)),
        html(`<blockquote itemtype="http://schema.skype.com/Reply" itemid="1">${inner}`),
      ],
    });
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(timeLimit(1_000));
  },
);
