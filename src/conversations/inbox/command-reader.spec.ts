import type { InboundEvent } from '../../channels/index.js';
import { answerFormOf, parseCommand } from './command-reader.js';

const NAMES = ['status', 'model', 'new', 'config'];
const isBot = (before: string) => before === '@bot';

describe('parseCommand', () => {
  it.each([
    ['/status', 'status', ''],
    ['  /STATUS \n', 'status', ''],
    ['\u00a0/Model\u3000gpt ', 'model', 'gpt'],
    ['/model\ngpt', 'model', 'gpt'],
    ['/new  what now?\nAnd then? ', 'new', 'what now?\nAnd then?'],
    ['/config set a  b c', 'config', 'set a  b c'],
    ['@bot /status', 'status', ''],
    [' @bot  /new hi', 'new', 'hi'],
  ])('reads %j', (text, name, rest) => {
    expect(parseCommand(text, NAMES, isBot)).toEqual({ name, rest });
  });

  it.each([
    'status',
    '/statuses',
    '/status!',
    '/ status',
    '//status',
    '/unknown',
    '/',
    '',
    'say /status',
    '@other /status',
    '@bot/status',
    '@bot\n/status',
    '@bot: see /status',
    `${'@'.repeat(70)} /status`,
  ])('finds no command in %j', (text) => {
    expect(parseCommand(text, NAMES, isBot)).toBeUndefined();
  });

  it('finds no command behind an address when the assistant’s addresses are unknown', () => {
    expect(parseCommand('@bot /status', NAMES)).toBeUndefined();
  });
});

describe('answerFormOf', () => {
  const reply = (text: string, more: object = {}) =>
    answerFormOf({
      kind: 'message',
      text,
      attachments: [],
      replyTo: 'm',
      ...more,
    } as unknown as InboundEvent);
  const reaction = (emoji: string, more: object = {}) => {
    const change = { type: 'reaction', messageId: 'm', emoji, isRemoved: false, ...more };
    return answerFormOf({ kind: 'notice', change } as unknown as InboundEvent);
  };

  it.each(['yes', 'Y', ' YES!\n', 'Yes.', 'y!!'])('reads a yes in the reply %j', (text) => {
    expect(reply(text)).toEqual({ messageId: 'm', decision: 'allow' });
  });

  it.each(['no', 'N', 'No.', '\tno!'])('reads a no in the reply %j', (text) => {
    expect(reply(text)).toEqual({ messageId: 'm', decision: 'deny' });
  });

  it.each([
    '',
    '.',
    'yes please',
    'yes?',
    'yes, no',
    'not',
    'yesno',
    'yes\u200b',
    'уes',
    'ok',
    '“yes”',
    'y e s',
  ])('finds no answer in the reply %j', (text) => {
    expect(reply(text)).toBeUndefined();
  });

  it('finds no answer in a yes that replies to nothing, or comes with a file or a subject', () => {
    for (const more of [{ replyTo: undefined }, { attachments: [{ id: 'a' }] }, { subject: 'Well' }])
      expect(reply('yes', more)).toBeUndefined();
  });

  it.each(['👍', '👍🏻', '👍🏿', '👍\ufe0f'])('reads a yes in the reaction %s', (emoji) => {
    expect(reaction(emoji)).toEqual({ messageId: 'm', decision: 'allow' });
  });

  it.each(['👎', '👎🏽'])('reads a no in the reaction %s', (emoji) => {
    expect(reaction(emoji)).toEqual({ messageId: 'm', decision: 'deny' });
  });

  it.each(['❤️', '👌', 'sticker', 'like', '', '👍👎', '👍👍'])(
    'finds no answer in the reaction %j',
    (emoji) => {
      expect(reaction(emoji)).toBeUndefined();
    },
  );

  it('finds no answer in a reaction that is taken back, or is on no known message', () => {
    expect(reaction('👍', { isRemoved: true })).toBeUndefined();
    expect(reaction('👍', { messageId: undefined })).toBeUndefined();
  });
});
