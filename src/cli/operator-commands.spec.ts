import { cliWorld, TOKEN } from '../../test/support/cli-world.js';
import { buildProgram } from './program/program.js';
import type { CliWorld } from './world.js';

const AT = '2026-01-31T09:30:00.000Z';
const place = { channel: 'imbridge', account: 'default' };
const grant = {
  id: 'grt_1',
  ...place,
  sender_id: '+12025550143',
  sender_name: 'Robin \u001b[31m',
  source: 'operator',
  created_at: AT,
  created_by: 'token:owner',
};
const conversation = {
  id: 'cnv_1',
  ...place,
  conversation_id: '-;+12025550143',
  kind: 'direct',
  name: null,
  created_at: AT,
  last_message_at: AT,
};
const said = {
  id: 'msg_1',
  role: 'user',
  kind: 'turn',
  sender_id: '+1',
  sender_name: 'Robin',
  text: 'one\ntwo',
};
const answered = {
  ...said,
  id: 'msg_2',
  role: 'assistant',
  sender_id: null,
  sender_name: null,
  text: 'echo',
  delivery: { id: 'dlv_1', state: 'read', reason: null },
  files: [{ name: 'plan\u001b.pdf', mime_type: 'application/pdf', bytes: 7, media_id: null, problem: null }],
};
const dropped = { ...said, id: 'evt_3', kind: 'dropped', sender_name: null, text: '', reason: 'not-paired' };
const messages = [dropped, answered, said].map((each) => ({
  reason: null,
  at: AT,
  files: [],
  delivery: null,
  ...each,
}));
const token = {
  id: 'tok_1',
  role: 'viewer',
  name: 'wall',
  prefix: 'gha_012345',
  created_at: AT,
  created_by: 'token:owner',
  made_with: null,
  expires_at: null,
  last_used_at: null,
};
const entry = {
  id: '7',
  at: AT,
  actor: 'token:owner',
  action: 'grant.added',
  subject: 'grt_1',
  details: { sender_id: '+1' },
  change: null,
};
const attempt = { number: 1, started_at: AT, outcome: 'not-sent', code: 'rejected', detail: 'no such chat' };
const delivery = {
  id: 'dlv_1',
  ...place,
  conversation_id: '-;+1',
  status: 'dead',
  attempt_count: 1,
  last_code: 'rejected',
  created_at: AT,
  delivered_at: null,
  read_at: null,
  attempts: [attempt],
};
const loop = { id: 'lpb_1', ...place, conversation_id: '-;+1', rounds: 30, broken_at: AT, ends_at: AT };
const timeline = {
  event_id: 'evt_1',
  ...place,
  conversation_id: 'c',
  sender_id: 'ann \u001b[31m',
  session_key: 's',
  state: 'done',
  outcome: 'dropped',
  reason: 'not-paired',
  steps: [
    { at: AT, step: 'accepted', id: 'evt_1', outcome: null, detail: null },
    { at: '2026-01-31T09:30:00.007Z', step: 'ended', id: 'evt_1', outcome: 'dropped', detail: 'not-paired' },
  ],
};
const page = (...items: readonly unknown[]) => [200, { items, next_cursor: null }] as const;

const { gateway, shell } = cliWorld();

/** Each command's request and output; the same JSON goes to machines. */
it.each<[args: string, route: string, answer: readonly [number, unknown], shown: RegExp]>([
  ['grants list', 'GET /grants?limit=200', page(grant), /^ID +CHANNEL .*\ngrt_1 +imbridge .*Robin \ufffd/],
  ['grants list imbridge', 'GET /grants?channel=imbridge&limit=200', page(), /^No grants\.$/m],
  [
    'grants add imbridge +12025550143',
    'POST /grants',
    [201, grant],
    /^\+12025550143 can now use the assistant on imbridge\./,
  ],
  [
    'conversations list',
    'GET /conversations?limit=50',
    page(conversation),
    /\ncnv_1 +imbridge +default +direct/,
  ],
  [
    'conversations list --held',
    'GET /conversations?held=true&limit=50',
    page({ ...conversation, hold: { since: AT, until: null, by: 'token:ops', note: null } }),
    /\ncnv_1 .* token:ops /,
  ],
  [
    'conversations list --query 100% --channel imbridge --kind group',
    'GET /conversations?q=100%25&channel=imbridge&kind=group&limit=50',
    page(),
    /^No such conversation\.$/m,
  ],
  [
    'conversations show cnv_1',
    'GET /conversations/cnv_1/messages?limit=50',
    page(...messages),
    /^Robin, turn, .*\n {2}one\n {2}two\n\nassistant, turn, read, .*\n {2}echo\n {2}file: plan\ufffd\.pdf, 7 bytes, not kept\n\n\+1, dropped, .*\n {2}dropped: not-paired/,
  ],
  ['audit --limit 5', 'GET /audit?limit=5', page(entry), /token:owner +grant\.added +grt_1 +sender_id=\+1/],
  [
    'audit --actor token:owner --action user.updated --subject usr_1 --since 2026-01-01T00:00:00Z --until 2026-02-01T00:00:00Z',
    'GET /audit?actor=token%3Aowner&action=user.updated&subject=usr_1&since=2026-01-01T00%3A00%3A00Z&until=2026-02-01T00%3A00%3A00Z&limit=50',
    page({ ...entry, change: { before: { name: 'a', old: [1] }, after: { name: 'b' } } }),
    /name: "a" → "b", old: \[1\] → none/,
  ],
  ['audit --action none', 'GET /audit?action=none&limit=50', page(), /^No matching entries\.$/m],
  ['loops list', 'GET /loops', page(loop), /\nlpb_1 +imbridge +-;\+1 +30 /],
  ['loops list', 'GET /loops', page(), /^No loop breaks\.$/m],
  ['tokens list', 'GET /tokens?limit=200', page(token), /\ntok_1 +viewer +gha_012345… +wall +never +never/],
  [
    'explain evt_1',
    'GET /events/evt_1/timeline',
    [200, timeline],
    /^evt_1 of ann .*, dropped: not-paired\n\nAFTER .*\n0 ms +accepted .*\n7 ms +ended +dropped +not-paired/,
  ],
  [
    'deliveries list',
    'GET /deliveries?limit=50',
    page(
      { ...delivery, status: 'sent', delivered_at: AT, read_at: AT },
      { ...delivery, status: 'sent', delivered_at: AT },
      { ...delivery, status: 'sent' },
    ),
    /\ndlv_1 +read .*\ndlv_1 +delivered .*\ndlv_1 +sent /,
  ],
  [
    'deliveries show dlv_1',
    'GET /deliveries/dlv_1',
    [200, { ...delivery, delivered_at: AT, read_at: AT }],
    /reached a device .* ago, read .* ago/,
  ],
  [
    'deliveries show dlv_1',
    'GET /deliveries/dlv_1',
    [200, { ...delivery, what: 'The service refuses it.', setting: null, remedy: 'Retry it.' }],
    /last problem: rejected\n.*\n {9}The service refuses it\.\nRemedy {3}Retry it\.\n/,
  ],
  ['deliveries show dlv_1', 'GET /deliveries/dlv_1', [200, delivery], /not-sent +rejected +no such chat/],
])(
  "gatehouse %s prints its result, and with --json the gateway's answer",
  async (args, route, answer, shown) => {
    gateway.answers.set(route, answer);
    const { code, stdout, stderr } = await shell.run(...args.split(' '));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(shown);
    expect(stdout).not.toContain('\u001b');
    const { stdout: json } = await shell.run(
      ...args.split(' '),
      '--json',
      '--url',
      gateway.url,
      '--token',
      TOKEN,
    );
    expect(JSON.parse(json)).toEqual(answer[1]);
  },
);

it('remove, end and revoke print the id, and revoke fails for an unknown one', async () => {
  for (const route of ['DELETE /grants/grt_1', 'DELETE /tokens/tok_1'])
    gateway.answers.set(route, [204, null]);
  expect((await shell.run('grants', 'remove', 'grt_1')).stdout).toMatch(/^Removed grt_1/);
  gateway.answers.set('DELETE /loops/lpb_1', [204, undefined]);
  expect((await shell.run('loops', 'end', 'lpb_1')).stdout).toMatch(
    /^Ended lpb_1: the next message there is answered/,
  );
  expect((await shell.run('tokens', 'revoke', 'tok_1')).stdout).toMatch(/^Revoked tok_1/);
  expect((await shell.run('tokens', 'revoke', 'tok_2')).code).toBe(1);
});

it('tokens create prints the token on standard output and a warning on standard error', async () => {
  gateway.answers.set('POST /tokens', [201, { ...token, token: 'gha_secret' }]);
  const made = await shell.run('tokens', 'create', 'viewer', '--name', 'wall', '--expires', AT);
  expect(made).toEqual({
    code: 0,
    stdout: 'gha_secret\n',
    stderr: expect.stringContaining('will not be shown again'),
  });
  expect(gateway.asked[0]?.body).toEqual({ role: 'viewer', name: 'wall', expires_at: AT });
  expect((await shell.run('tokens', 'create', 'root')).code).toBe(2);
});

it('console prints a link to the gateway that was asked, alone on standard output', async () => {
  const made = { code: 'ghl_secret', expires_at: AT };
  gateway.answers.set('POST /session/links', [201, made]);
  const url = `${gateway.url}/console/#code=ghl_secret`;
  expect(await shell.run('console')).toEqual({
    code: 0,
    stdout: `${url}\n`,
    stderr: expect.stringContaining('works once'),
  });
  const json = await shell.run('console', '--json', '--url', `${gateway.url}/`);
  expect([JSON.parse(json.stdout), json.stderr]).toEqual([{ url, expires_at: AT }, '']);
});

it('every command that speaks to a gateway takes --url, --token and --json', () => {
  const local =
    /^gatehouse (start|onboard|demo|import .*|backup .*|complete|completion|simulate .*|db .*|channels (add .*|test|remove)|agents (add|test)|mcp (add|call|remove)|webhooks add|plugins (install|remove)|config (validate|schema)|service .*|update .*|help)$/;
  const leaves = (command: ReturnType<typeof buildProgram>, path: string): [string, string[]][] =>
    command.commands.length === 0
      ? [[path, command.options.map(({ long }) => long ?? '')]]
      : command.commands.flatMap((child) => leaves(child, `${path} ${child.name()}`));
  const world = { version: '1', stdout: process.stdout, stderr: process.stderr } as unknown as CliWorld;
  const all = leaves(buildProgram(world), 'gatehouse').filter(([path]) => !local.test(path));
  expect(all.length).toBeGreaterThan(30);
  const lacking = all.filter(
    ([, has]) => !['--url', '--token', '--json'].every((each) => has.includes(each)),
  );
  expect(lacking).toEqual([]);
});
