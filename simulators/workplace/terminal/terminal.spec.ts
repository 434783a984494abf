import { PassThrough } from 'node:stream';
import type { TestBot } from '../../testing/bot.js';
import { startBot } from '../../testing/bot.js';
import { runWorkplaceTerminal } from './terminal.js';
import type { Activity, Message } from '../common/types.js';
import type { WorkplaceSimulator } from '../workplace-simulator.js';

let bot: TestBot;

beforeEach(async () => {
  bot = await startBot();
});
afterEach(() => bot.close());

type Reply = (message: Message) => Activity | readonly Activity[];
const REPEAT: Reply = ({ activity }) => ({ type: 'message', text: `You said ${activity.text ?? ''}` });

/** A terminal with piped input; `reply` makes a gateway that answers every message. */
function start(
  options: { readonly reply?: Reply; readonly bot?: string; readonly answerWaitMs?: number } = {},
) {
  const input = new PassThrough();
  const output = new PassThrough();
  const abort = new AbortController();
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString('utf8')));
  const { promise: started, resolve } = Promise.withResolvers<WorkplaceSimulator>();
  const ended = runWorkplaceTerminal({
    port: 0,
    bot: options.bot ?? bot.url,
    password: 'app secret',
    from: 'Irene Paz',
    input,
    output,
    signal: abort.signal,
    answerWaitMs: options.answerWaitMs ?? 3_000,
    onStart: (workplace) => {
      resolve(workplace);
      if (options.reply) answerAll(workplace, options.reply);
    },
  });
  return { input, abort, ended, started, shown: () => shown };
}

/** Answers every message over the wire, as a gateway does. */
function answerAll(workplace: WorkplaceSimulator, reply: Reply): void {
  workplace.events.on('message', (message) => {
    if (message.from) answer(workplace, message, reply(message)).catch(() => undefined);
  });
}

async function answer(
  workplace: WorkplaceSimulator,
  message: Message,
  said: ReturnType<Reply>,
): Promise<void> {
  const place = String(message.activity.conversation?.id);
  for (const body of [{ type: 'typing' }, said].flat()) await call(workplace, 'POST', place, body);
}

/** A call of the gateway to the activities of a conversation. */
async function call(
  workplace: WorkplaceSimulator,
  method: 'POST' | 'PUT',
  place: string,
  body: Activity,
): Promise<void> {
  const form = {
    grant_type: 'client_credentials',
    client_id: workplace.app.appId,
    client_secret: workplace.app.secret,
    scope: 'https://api.botframework.com/.default',
  };
  const { loginUrl } = workplace.cloud;
  const url = `${loginUrl}/${workplace.app.tenantId}/oauth2/v2.0/token`;
  const login = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const below = body.id === undefined ? '' : `/${body.id}`;
  await fetch(`${workplace.serviceUrl}v3/conversations/${encodeURIComponent(place)}/activities${below}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

it('the terminal shows the settings, the typing of the gateway, and its answer', async () => {
  const terminal = start({ reply: REPEAT });
  terminal.input.end('hello there\n');
  await terminal.ended;
  const shown = terminal.shown();
  expect(shown).toContain('"appPassword": "app secret"');
  expect(shown).toMatch(/"graphUrl": "http:\/\/127\.0\.0\.1:\d+"/);
  // The gateway must listen at the address that this program calls.
  expect(shown).toMatch(new RegExp(`"webhook": \\{\\s+"port": ${new URL(bot.url).port}\\s+\\}`));
  const order = ['Irene Paz › hello there', '● ● ●', 'gatehouse ‹ You said hello there'];
  const positions = order.map((part) => shown.indexOf(part));
  expect(positions.every((position) => position > 0)).toBe(true);
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  expect(bot.received).toMatchObject([{ activity: { text: 'hello there' } }]);
});

it('the terminal shows a stream as it grows, and the final message', async () => {
  const piece = (type: string, text: string, info: object): Activity => ({
    type,
    text,
    entities: [{ type: 'streaminfo', ...info }],
  });
  const streamType = 'streaming';
  const said = [
    piece('typing', '…', { streamType: 'informative', streamSequence: 1 }),
    piece('typing', 'one', { streamType, streamId: 'a-0001', streamSequence: 2 }),
    piece('typing', 'one two', { streamType, streamId: 'a-0001', streamSequence: 3 }),
    piece('message', 'one two three', { streamType: 'final', streamId: 'a-0001' }),
  ];
  const terminal = start({ reply: () => said });
  const workplace = await terminal.started;
  workplace.limits.streamPaceMs = 0;
  terminal.input.end('tell me\n');
  await terminal.ended;
  const lines = terminal.shown().split('\n');
  const begin = lines.indexOf('  ○ …');
  expect(lines.slice(begin + 1, begin + 4)).toEqual(['  ○ one', '  ○  two', 'gatehouse ‹ one two three']);
});

it('the terminal says when no gateway is there, and when none answers', async () => {
  const terminal = start({ bot: 'http://127.0.0.1:1/api/messages', answerWaitMs: 1_000 });
  terminal.input.end('anyone?\n');
  await terminal.ended;
  expect(terminal.shown()).toContain('No gateway at http://127.0.0.1:1/api/messages');
  expect(terminal.shown()).toContain('No answer came.');
});

it('the terminal writes in a group and in a thread of a channel, mentioning the bot', async () => {
  const terminal = start({ reply: REPEAT });
  terminal.input.end('/group Crew\nall?\n/channel Work\none\ntwo\n/post\nthree\n');
  await terminal.ended;
  const heard = bot.received.map(({ activity }) => activity);
  const texts = heard.map(({ text }) => text).sort();
  expect(texts).toEqual(['all?', 'one', 'three', 'two'].map((text) => `<at>Assistant</at> ${text}`));
  const places = new Set(heard.map(({ conversation }) => conversation?.id));
  expect(places.size).toBe(3);
  expect(terminal.shown()).toContain('gatehouse (Work) ‹ You said');
});

it("the terminal presses a button and shows the gateway's answer", async () => {
  const actions = [
    { type: 'Action.Execute', title: 'Vote', verb: 'v' },
    { type: 'Action.Submit', title: 'Submit', data: { plain: true } },
  ];
  const choices = [{ title: 'Monday', value: '0' }];
  const input = { type: 'Input.ChoiceSet', id: 'choices', label: 'Your choice', choices };
  const items = [{ type: 'TextBlock', text: 'Which day?' }, input];
  const content = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'Container', items }], actions };
  const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
  const terminal = start({ reply: () => ({ type: 'message', attachments }) });
  terminal.input.write('poll\n');
  const workplace = await terminal.started;
  await workplace.waitFor(() => workplace.botMessages().length === 1);
  await workplace.idle();
  const toast = {
    statusCode: 200,
    type: 'application/vnd.microsoft.activity.message',
    value: 'Vote recorded',
  };
  bot.replies.push({ status: 200, json: toast });
  terminal.input.end(
    '/press Vote choices=1\n/press Submit choices=2\n/react heart\n/edit polls\n/delete\n/status\n',
  );
  await terminal.ended;
  const drawn = ['Which day?', 'choices = Your choice', '  0: Monday', '[Vote] [Submit]'];
  expect(terminal.shown()).toContain(drawn.join(`\n${' '.repeat(12)}`));
  expect(terminal.shown()).toContain('toast: Vote recorded');
  expect(terminal.shown()).toContain('Submitted {"plain":true,"choices":"2"}.');
  const invoke = bot.received.find(({ activity }) => activity.type === 'invoke');
  expect(invoke?.activity.value).toMatchObject({ action: { verb: 'v', data: { choices: '1' } } });
  const types = bot.received.map(({ activity }) => activity.type);
  expect(types).toEqual(expect.arrayContaining(['messageReaction', 'messageUpdate', 'messageDelete']));
});

it('the terminal shows a request with its end, and presses its buttons in new and old clients', async () => {
  const run = (text: string) => ({ type: 'TextRun', text });
  const until = '{{DATE(2026-01-21T11:40:00Z, SHORT)}} {{TIME(2026-01-21T11:40:00Z)}}';
  const [title, data] = ['Allow for an hour', { request: 'r' }];
  const fallback = { type: 'Action.Submit', title, data };
  const content = {
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'RichTextBlock', inlines: [run('path: '), run('/srv/{'), run('{DATE\u200b\u00a0x\nnext')] },
      { type: 'TextBlock', text: `until ${until}` },
    ],
    actions: [{ ...fallback, type: 'Action.Execute', verb: 'v', fallback }],
  };
  const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
  const said: Activity[] = [
    { type: 'message', attachments },
    { type: 'message', text: 'I have asked.' },
  ];
  const terminal = start({ reply: () => said });
  terminal.input.write('move it\n');
  const workplace = await terminal.started;
  await workplace.waitFor(() => workplace.botMessages().length === 2);
  await workplace.idle();
  bot.replies.push({
    status: 200,
    json: { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 'Received' },
  });
  terminal.input.write(`/press ${title}\n/submit ${title}\n`);
  await workplace.waitFor(() => workplace.deliveries.length === 3);
  await workplace.idle();
  const [card] = workplace.botMessages();
  const ended = { ...content, body: [{ type: 'RichTextBlock', inlines: [run('Allowed.')] }], actions: [] };
  const update = { type: 'message', attachments: [{ ...attachments[0], content: ended }] };
  await call(workplace, 'PUT', card!.conversation.id, { ...update, id: card!.id });
  terminal.input.end('/quit\n');
  await terminal.ended;
  const shown = terminal.shown();
  expect(shown).toContain(`path: /srv/{{DATE x\n${' '.repeat(12)}next\n${' '.repeat(12)}until `);
  expect(shown).toMatch(/until \w{3}, \d{1,2} Jan 2026 \d\d:\d\d\n +\[Allow for an hour\]/);
  expect(shown).toContain('toast: Received');
  expect(shown).toContain('Submitted {"request":"r"}.');
  expect(shown).toContain('edited: Allowed.\n');
  const values = bot.received.map(({ activity }) => activity.value).filter(Boolean);
  expect(values).toEqual([{ action: { type: 'Action.Execute', verb: 'v', data }, trigger: 'manual' }, data]);
});

it('the terminal knows asides, quotes, files, pictures, install, block, faults and permissions', async () => {
  const terminal = start({ reply: REPEAT });
  terminal.input.write('hello\n');
  const workplace = await terminal.started;
  await workplace.waitFor(() => workplace.botMessages().length === 1);
  await workplace.idle();
  terminal.input.write(
    '/quote why so?\n/file report.txt see this\n/picture look\n/uninstall\n/install\n/block\n',
  );
  await workplace.waitFor(() => workplace.world.conversations[0]?.block !== undefined);
  await workplace.idle();
  const lines = [
    '/unblock',
    '/fault 429 2',
    '/permit Sites.ReadWrite.All',
    '/site Docs',
    '/group Crew',
    '/aside psst',
    '/dm',
    '/group Crew',
    '/aside /picture see',
    '/requote what is it?',
  ];
  terminal.input.end(`${lines.join('\n')}\n/complaints\n/quit\n`);
  await terminal.ended;
  const shown = terminal.shown();
  expect(shown).toContain(`"docSiteId": "${workplace.world.sites[0]!.id}"`);
  expect(shown).toContain('No complaints.');
  expect(workplace.app.graphPermissions).toContain('Sites.ReadWrite.All');
  const [chat, crew] = workplace.world.conversations;
  const said = crew!.messages.map(({ activity, images, quotes }) => [activity.text, images.length, !!quotes]);
  expect(said).toEqual([
    ['psst', 0, false],
    ['see', 1, false],
    ['<at>Assistant</at> what is it?', 0, true],
  ]);
  expect(chat!.messages.find(({ quotes }) => quotes)?.quotes?.activity.text).toBe('You said hello');
  expect(chat!.messages.map(({ files, images }) => files.length + images.length)).toContain(1);
  const heard = bot.received.map(({ activity }) => activity.action).filter(Boolean);
  expect(heard.sort()).toEqual(['add', 'remove']);
});

it('the terminal knows its commands and refuses others', async () => {
  const terminal = start();
  terminal.input.end('/help\n/from Ben Oh\n/edit x\n/accept\n/nonsense\n/quit\n');
  await terminal.ended;
  const shown = terminal.shown();
  expect(shown).toContain('/react KIND');
  expect(shown).toContain('You are Ben Oh.');
  expect(shown).toContain('You have not written anything yet.');
  expect(shown).toContain('There is no answer yet.');
  expect(shown).toContain('Unknown command /nonsense');
});

it('an abort ends the terminal and frees the ports', async () => {
  const terminal = start();
  const workplace = await terminal.started;
  terminal.abort.abort();
  await terminal.ended;
  await expect(fetch(workplace.cloud.loginUrl)).rejects.toThrow();
});
