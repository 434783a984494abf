import { cliWorld, ScriptedPrompter } from '../../test/support/cli-world.js';

const sender = (sender_id: string) => ({ channel: 'imbridge', account: null, sender_id });
const found = {
  id: null,
  pseudonym: null,
  digest: '3f1c09a7b2de',
  linked_users: [],
  settings: [],
  senders: [sender('+12025550143'), sender('ann@example.org')],
  counts: { messages: 2 },
  finished_at: null,
};

const { gateway, shell } = cliWorld();
const named = { channel: 'imbridge', sender_id: '+1 202 555 0143' };
const erase = (...more: string[]) => shell.run('people', 'erase', named.channel, named.sender_id, ...more);

describe('erasing a person', () => {
  beforeEach(() => gateway.answers.set('POST /people/erase', [200, found]));

  it.each(['+12025550143', ' ann@example.org '])(
    'is done when %j, an id of theirs, is typed',
    async (typed) => {
      const prompter = (shell.prompter = new ScriptedPrompter([typed]));
      const { code, stdout } = await erase();
      expect([code, prompter.screen]).toEqual([
        0,
        ['Erase this person? This cannot be undone. Type their id again:'],
      ]);
      expect(stdout).toMatch(/^Person: imbridge \+12025550143, imbridge ann@example\.org\n/);
      expect(gateway.asked.map(({ body }) => body)).toEqual([
        { ...named, dry_run: true },
        { ...named, digest: found.digest },
      ]);
    },
  );

  it.each(['+1202555014', 'ann@example.org2', 'ANN@example.org', 'yes', ''])(
    'is not done when %j is typed',
    async (typed) => {
      shell.prompter = new ScriptedPrompter([typed]);
      const { code, stderr } = await erase();
      expect([code, stderr]).toEqual([1, 'gatehouse: the ids do not match: nothing was changed\n']);
      expect(gateway.asked).toHaveLength(1);
    },
  );

  it('of a user is done when the id of the user is typed', async () => {
    shell.prompter = new ScriptedPrompter(['usr_1']);
    expect((await shell.run('people', 'erase', '--user', 'usr_1')).code).toBe(0);
    expect(gateway.asked.at(-1)?.body).toEqual({ user_id: 'usr_1', digest: found.digest });
  });

  it('without a question needs the digest of a dry run, and sends that one', async () => {
    expect((await erase('--yes')).code).toBe(2);
    expect(gateway.asked).toEqual([]);
    expect((await erase('--yes', '000000000000')).code).toBe(0);
    expect(gateway.asked.at(-1)?.body).toEqual({ ...named, digest: '000000000000' });
  });
});
