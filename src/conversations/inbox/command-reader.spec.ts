import { parseCommand } from './command-reader.js';

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
    expect(parseCommand(text, isBot)).toEqual({ name, rest });
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
    expect(parseCommand(text, isBot)).toBeUndefined();
  });

  it('finds no command behind an address when the assistant’s addresses are unknown', () => {
    expect(parseCommand('@bot /status')).toBeUndefined();
  });
});
