import { jest } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliWorld, refusal } from '../../test/support/cli-world.js';

const WHERE = ['message', 'send', '--channel', 'imbridge', '--target', '+12025550143'];
const SENT = { delivery_id: 'dlv_1', delivery_ids: ['dlv_1', 'dlv_2'] };

const { gateway, shell } = cliWorld();
beforeEach(() => {
  gateway.answers.set('POST /messages', [202, SENT]);
});

const bodies = () => gateway.asked.map(({ body }) => body);

it.each(['send', 'poll'])('the help of message %s names the targets of each channel', async (name) => {
  const { stdout } = await shell.run('message', name, '--help');
  expect(stdout).toMatch(/Targets:\n {2}imbridge: a phone number.*chat_identifier:/);
});

describe('message send', () => {
  it('sends a text and prints the delivery ids', async () => {
    const { code, stdout } = await shell.run(...WHERE, '--message', 'Hello');
    expect([code, stdout]).toEqual([0, 'Queued for delivery: dlv_1, dlv_2\n']);
    expect(bodies()).toEqual([{ channel: 'imbridge', target: '+12025550143', message: 'Hello' }]);
    const json = await shell.run(...WHERE, '--message', 'Hello', '--json');
    expect(JSON.parse(json.stdout)).toEqual(SENT);
  });

  it('sends a card, a file, a reply, from an account', async () => {
    const file = join(shell.stateDir, 'a.txt');
    writeFileSync(file, 'abc');
    const more = [
      '--card',
      '{"type":"AdaptiveCard"}',
      '--media',
      file,
      '--reply-style',
      'thread',
      '--reply-to',
      'm-1',
      '--account',
      'two',
    ];
    expect((await shell.run(...WHERE, ...more)).code).toBe(0);
    expect(bodies()).toEqual([
      {
        channel: 'imbridge',
        target: '+12025550143',
        account: 'two',
        reply_to: 'm-1',
        reply_style: 'thread',
        card: { type: 'AdaptiveCard' },
        media: { buffer: 'YWJj', filename: 'a.txt' },
      },
    ]);
    expect((await shell.run(...WHERE, '--media-path', '/srv/a.txt')).code).toBe(0);
    expect(bodies()[1]).toMatchObject({ media: { path: '/srv/a.txt' } });
  });

  it.each([
    [['--card', '{'], 2, 'It must be a JSON object.'],
    [['--card', '[]'], 2, 'It must be a JSON object.'],
    [[], 2, 'pass --message, --card or --media'],
    [['--media', 'a', '--media-path', '/a'], 2, 'pass --media or --media-path, not both'],
    [['--media', '/nonexistent/file'], 2, '--media: /nonexistent/file cannot be read (ENOENT)'],
  ])('%j exits with %i', async (more, expected, words) => {
    const { code, stderr } = await shell.run(...WHERE, ...more);
    expect(code).toBe(expected);
    expect(stderr).toContain(words);
    expect(bodies()).toEqual([]);
  });

  it('needs a target', async () => {
    expect((await shell.run('message', 'send', '--channel', 'imbridge', '--message', 'x')).code).toBe(2);
  });

  it('prints why the gateway refused', async () => {
    gateway.answers.set('POST /messages', refusal(404, 'No such target.', 'target names nothing'));
    const { code, stderr } = await shell.run(...WHERE, '--message', 'x');
    expect([code, stderr]).toEqual([1, 'gatehouse: No such target. (target names nothing)\n']);
  });
});

describe('message react and other actions', () => {
  const ID = '0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002';
  const DONE = {
    action: 'react',
    channel: 'imbridge',
    account: 'default',
    conversation_id: '-;+12025550143',
    status: 'done',
    message_id: ID,
    delivery_ids: [],
    note: null,
  };
  const act = (name: string, ...args: string[]) =>
    shell.run('message', name, '--channel', 'imbridge', ...args);
  beforeEach(() => {
    gateway.answers.set('POST /actions', [200, DONE]);
  });

  it.each([
    ['react', [ID, '👍'], { action: 'react', message_id: ID, emoji: '👍' }],
    ['react', [ID, '--remove'], { action: 'react', message_id: ID, remove: true }],
    ['edit', [ID, 'better'], { action: 'edit', message_id: ID, text: 'better' }],
    ['unsend', [ID, '--account', 'work'], { action: 'unsend', message_id: ID, account: 'work' }],
    ['send-with-effect', ['slam', 'hi'], { action: 'sendWithEffect', effect_id: 'slam', text: 'hi' }],
    [
      'rename-group',
      ['Crew', '--target', 'chat_id:1'],
      { action: 'renameGroup', display_name: 'Crew', target: 'chat_id:1' },
    ],
    ['add-participant', ['a@b.example'], { action: 'addParticipant', address: 'a@b.example' }],
    ['remove-participant', ['a@b.example'], { action: 'removeParticipant', address: 'a@b.example' }],
    ['leave-group', [], { action: 'leaveGroup' }],
    [
      'reply',
      [ID, 'yes', '--reply-style', 'thread'],
      { action: 'reply', message_id: ID, text: 'yes', reply_style: 'thread' },
    ],
  ])('%s %j calls the action with its parameters', async (name, args, expected) => {
    const { code, stdout } = await act(name, ...args);
    expect([code, stdout]).toEqual([0, `done: ${ID}\n`]);
    expect(bodies()).toEqual([{ channel: 'imbridge', ...expected }]);
  });

  it('waits longer than the gateway, which waits 75 s for the service', async () => {
    const timeouts = jest.spyOn(AbortSignal, 'timeout');
    await act('remove-participant', 'a@b.example');
    const [[ms] = []] = timeouts.mock.calls;
    timeouts.mockRestore();
    expect(ms).toBeGreaterThan(75_000);
  });

  it.each([
    [
      'send-attachment',
      ['--as-voice'],
      { action: 'sendAttachment', filename: 'a.caf', buffer: 'YWJj', as_voice: true },
    ],
    ['set-group-icon', [], { action: 'setGroupIcon', media: 'YWJj' }],
  ])('%s uploads the file', async (name, more, expected) => {
    const file = join(shell.stateDir, 'a.caf');
    writeFileSync(file, 'abc');
    expect((await act(name, file, ...more)).code).toBe(0);
    expect(bodies()).toEqual([{ channel: 'imbridge', ...expected }]);
    expect(await act(name, '/nonexistent')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('<file>: /nonexistent'),
    });
  });

  it("print JSON with --json, and fail with the gateway's message", async () => {
    expect(JSON.parse((await act('react', ID, '👍', '--json')).stdout)).toEqual(DONE);
    gateway.answers.set('POST /actions', refusal(409, 'This is not possible there now.', 'no Private API'));
    const { code, stderr } = await act('react', ID, '👍');
    expect([code, stderr]).toEqual([1, expect.stringContaining('no Private API')]);
  });
});
