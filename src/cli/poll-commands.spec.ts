import { cliWorld } from '../../test/support/cli-world.js';

const poll = {
  id: 'poll_1',
  channel: 'workchat',
  conversation_id: '19:abc',
  question: 'Which \u001b[31mday?',
  options: [
    { text: 'Monday', votes: 2 },
    { text: 'Friday', votes: 0 },
  ],
  max_selections: 1,
  voter_count: 2,
  created_at: '2026-01-31T09:30:00.000Z',
};
const voter = {
  sender_id: '29:1',
  sender_name: 'Robin',
  selections: ['Monday'],
  voted_at: '2026-01-31T09:31:00.000Z',
};
const ASK = [
  'message',
  'poll',
  '--channel',
  'workchat',
  '--target',
  'conversation:19:abc',
  '--question',
  'Which?',
];

const { gateway, shell } = cliWorld();

it('message poll asks a poll', async () => {
  const asked = { poll_id: 'poll_1', delivery_id: 'dlv_1' };
  gateway.answers.set('POST /polls', [202, asked]);
  const more = ['--account', 'work', '--option', 'Monday', '--option', 'Friday', '--max-selections', '2'];
  const { code, stdout } = await shell.run(...ASK, ...more);
  expect([code, stdout]).toEqual([0, 'Poll poll_1 queued as delivery dlv_1.\n']);
  expect(gateway.asked).toEqual([
    {
      route: 'POST /polls',
      body: {
        channel: 'workchat',
        account: 'work',
        target: 'conversation:19:abc',
        question: 'Which?',
        options: ['Monday', 'Friday'],
        max_selections: 2,
      },
    },
  ]);
  const { stdout: json } = await shell.run(...ASK, '--option', 'a', '--option', 'b', '--json');
  expect(JSON.parse(json)).toEqual(asked);
});

it('message poll without options is a wrong usage', async () => {
  const { code, stderr } = await shell.run(...ASK);
  expect(code).toBe(2);
  expect(stderr).toContain('--option');
  expect(gateway.asked).toEqual([]);
});

it('polls list shows how many have voted', async () => {
  gateway.answers.set('GET /polls?limit=50', [200, { items: [poll], next_cursor: null }]);
  const { code, stdout } = await shell.run('polls', 'list');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ID +CHANNEL +CONVERSATION +VOTERS +MADE +QUESTION\npoll_1 +workchat +19:abc +2 /);
  expect(stdout).not.toContain('\u001b');
  gateway.answers.set('GET /polls?limit=50', [200, { items: [], next_cursor: null }]);
  expect((await shell.run('polls', 'list')).stdout).toBe('No polls.\n');
});

it('polls show counts the votes and names the voters', async () => {
  gateway.answers.set('GET /polls/poll_1', [200, { ...poll, voters: [voter] }]);
  const { code, stdout } = await shell.run('polls', 'show', 'poll_1');
  expect(code).toBe(0);
  expect(stdout).toMatch(/VOTES +OPTION\n2 +Monday\n0 +Friday\n/);
  expect(stdout).toMatch(/29:1 +Robin +Monday +\d+ d ago/);
  expect(stdout).not.toContain('\u001b');
  gateway.answers.set('GET /polls/poll_1', [200, { ...poll, voters: [] }]);
  expect((await shell.run('polls', 'show', 'poll_1')).stdout).toContain('No votes yet.');
});
