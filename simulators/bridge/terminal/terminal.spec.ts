import { PassThrough } from 'node:stream';
import type { Receiver } from '../../testing/receiver.js';
import { startReceiver } from '../../testing/receiver.js';
import { call } from '../../testing/client.js';
import type { BridgeSimulator } from '../bridge-simulator.js';
import { runBridgeTerminal } from './terminal.js';

let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

/** A terminal with piped input; `answer` makes a gateway that answers every message. */
function start(
  options: {
    readonly answer?: boolean;
    readonly answerWaitMs?: number;
    readonly macOs?: string;
    readonly serverVersion?: string;
    readonly isColoured?: boolean;
  } = {},
) {
  const input = new PassThrough();
  const isColoured = options.isColoured ?? false;
  const output = Object.assign(new PassThrough(), { isTTY: isColoured, hasColors: () => isColoured });
  const abort = new AbortController();
  let shown = '';
  let bridge: BridgeSimulator | undefined;
  output.on('data', (chunk: Buffer) => (shown += chunk.toString('utf8')));
  const ended = runBridgeTerminal({
    port: 0,
    password: 'pass word',
    ...(options.macOs === undefined ? {} : { macOs: options.macOs }),
    serverVersion: options.serverVersion ?? '1.9.9',
    from: '+12025550143',
    input,
    output,
    signal: abort.signal,
    answerWaitMs: options.answerWaitMs ?? 3_000,
    onStart: (started) => {
      bridge = started;
      if (options.answer) answerAll(started);
    },
  });
  return { input, abort, ended, shown: () => shown, bridge: () => bridge };
}

function answerAll(bridge: BridgeSimulator): void {
  bridge.events.on('message', (row) => {
    if (row.isFromMe) return;
    // /quit stops the bridge while the last answer is being sent.
    answerOne(bridge, row.chat.guid, row.text ?? '').catch(() => undefined);
  });
}

async function answerOne(bridge: BridgeSimulator, chatGuid: string, text: string): Promise<void> {
  const chat = encodeURIComponent(chatGuid);
  await call(bridge, `POST /chat/${chat}/read`);
  await call(bridge, `POST /chat/${chat}/typing`);
  await call(bridge, 'POST /message/text', { chatGuid, message: `You said ${text}`, tempGuid: text });
}

it('/photo and /voice send a file, and /api switches the Private API and its helper', async () => {
  const terminal = start();
  terminal.input.write('/photo package.json\n/voice package.json\n/photo nowhere.png\n/api helper\n');
  terminal.input.end('/api up\n/status\n');
  await terminal.ended;
  const rows = terminal.bridge()!.messages();
  expect(rows.map(({ attachments: [file], isAudioMessage }) => [file?.uti, isAudioMessage])).toEqual([
    ['public.image', false],
    ['com.apple.coreaudio-format', true],
  ]);
  expect(terminal.shown()).toContain('There is no such file.');
  expect(terminal.shown()).toContain('its helper is gone.');
  expect(terminal.shown()).toContain('Say /api on, /api off or /api helper.');
  expect(terminal.bridge()!.faults.helperOff).toBe(true);
});

it('/hooks loses the events on their way, and /clock sets the clock of the Mac', async () => {
  const terminal = start();
  terminal.input.end('/hooks off\n/hooks\n/clock -10\n/clock soon\n');
  await terminal.ended;
  const { faults } = terminal.bridge()!;
  expect(faults.clockAheadMs).toBe(-600_000);
  expect(faults.webhooks.take({ body: { type: 'hello-world', data: null }, webhookId: 1 })).toEqual({
    kind: 'drop',
  });
  expect(terminal.shown()).toContain('Say /hooks on or /hooks off.');
  expect(terminal.shown()).toContain('Say /clock MINUTES, a whole number.');
});

it('/photo and /voice without a file send a built-in picture and voice memo', async () => {
  const terminal = start();
  terminal.input.end('/photo\n/voice\n');
  await terminal.ended;
  const [picture, memo] = terminal
    .bridge()!
    .messages()
    .map(({ attachments: [file] }) => file);
  const begins = (file: typeof memo) =>
    Buffer.from(file!.content as Uint8Array)
      .subarray(0, 4)
      .toString('latin1');
  expect([picture!.transferName, begins(picture), memo!.transferName, begins(memo)]).toEqual([
    'square.png',
    '\u0089PNG',
    'Audio Message.caf',
    'caff',
  ]);
  expect(memo!.metadata).toMatchObject({ duration: 1 });
});

it('/from writes as another person, who joins the group by it', async () => {
  const terminal = start();
  terminal.input.end(
    '/group Crew ben@example.net\n/from ben@example.net\none\n/from eve@example.net\ntwo\n/dm\nthree\n',
  );
  await terminal.ended;
  const said = terminal
    .bridge()!
    .messages()
    .filter(({ itemType }) => itemType === 0);
  expect(said.map(({ text, handle, chat }) => [text, handle?.address, chat.displayName])).toEqual([
    ['one', 'ben@example.net', 'Crew'],
    ['two', 'eve@example.net', 'Crew'],
    ['three', 'eve@example.net', ''],
  ]);
  expect(said[1]!.chat.participants.map(({ address }) => address)).toContain('eve@example.net');
  expect(terminal.shown()).toContain('You are eve@example.net in the group "Crew"');
});

it('the messages of each start have guids and ROWIDs of their own', async () => {
  const rows = [];
  for (const text of ['first', 'second']) {
    const terminal = start();
    terminal.input.end(`${text}\n`);
    await terminal.ended;
    rows.push(...terminal.bridge()!.messages());
  }
  expect(rows[0]!.guid).not.toBe(rows[1]!.guid);
  // The second of the start, far above the ROWIDs of earlier starts.
  expect(rows[0]!.originalROWID).toBeGreaterThan(1_700_000_000);
});

it('the terminal shows the address, the settings, the receipt, the typing bubble and the answer', async () => {
  const terminal = start({ answer: true });
  terminal.input.end('hello there\n');
  await terminal.ended;
  const shown = terminal.shown();
  expect(shown).toMatch(/server URL {2}http:\/\/127\.0\.0\.1:\d+/);
  expect(shown).toContain('"password": "pass word"');
  expect(shown).toContain('"serverUrl": "http://127.0.0.1:');
  const order = ['+12025550143 › hello there', '✓ read', '● ● ●', 'gatehouse ‹ You said hello there'];
  const positions = order.map((part) => shown.indexOf(part));
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  for (const part of order) expect(shown).toContain(part);
});

it('the terminal says when no gateway is registered, and when no answer came', async () => {
  const terminal = start({ answerWaitMs: 20 });
  terminal.input.end('anyone?\n');
  await terminal.ended;
  expect(terminal.shown()).toContain('No webhook is registered yet');
  expect(terminal.shown()).toContain('No answer came.');
});

it('the terminal knows commands for person, group, reaction, edit, unsend, status and help', async () => {
  const terminal = start({ answer: true });
  terminal.input.write('/from +12025550178\nhi\n');
  const bridge = await waitForBridge(terminal);
  await bridge.waitFor(() => bridge.sentMessages().length === 1);
  terminal.input.end(
    '/react love\n/edit hey\n/unsend\n/group Crew ben@example.net\nall?\n/dm\n/status\n/help\n/nonsense\n/quit\n',
  );
  await terminal.ended;
  const shown = terminal.shown();
  expect(shown).toContain('You are +12025550178.');
  expect(shown).toContain('Loved “You said hi”');
  expect(shown).toContain('Group "Crew" is iMessage;+;chat');
  expect(shown).toContain('Edited.');
  expect(shown).toContain('Unsent.');
  expect(shown).toContain('Webhooks registered: 0.');
  expect(shown).toContain('/react KIND');
  expect(shown).toContain('Unknown command /nonsense');
});

it('a reaction and a reply go to the last answer, or to one that the person goes back to', async () => {
  const terminal = start({ answer: true });
  const bridge = await waitForBridge(terminal);
  terminal.input.write('/react like\n/reply yes\none\n');
  await bridge.waitFor(() => bridge.sentMessages().length === 1);
  terminal.input.write('two\n');
  await bridge.waitFor(() => bridge.sentMessages().length === 2);
  terminal.input.end('/react like\n/back said one\n/react dislike\n/reply no\n/back nothing\n/quit\n');
  await terminal.ended;
  const [first, second] = bridge.sentMessages().map(({ guid }) => guid);
  const rows = bridge
    .messages()
    .map((row) => [row.associatedMessageGuid ?? row.threadOriginatorGuid, row.text]);
  expect(rows.filter(([target]) => typeof target === 'string')).toEqual([
    [`p:0/${second}`, 'Liked “You said two”'],
    [`p:0/${first}`, 'Disliked “You said one”'],
    [first, 'no'],
  ]);
  expect(terminal.shown().match(/There is no answer yet\./g)).toHaveLength(2);
  expect(terminal.shown()).toContain('No answer has these words.');
});

it('messages can go by SMS, bring their file late, or hold a link', async () => {
  const terminal = start();
  const bridge = await waitForBridge(terminal);
  terminal.input.write('/sms ping\n/late look\n/link https://a.example read this\n');
  await bridge.waitFor(() => bridge.messages().length === 4);
  expect(bridge.messages()).toMatchObject([
    { text: 'ping', chat: { guid: 'SMS;-;+12025550143' }, handle: { service: 'SMS' } },
    { text: 'look', chat: { guid: 'iMessage;-;+12025550143' }, attachments: [{ transferName: 'late.png' }] },
    { text: 'read this', balloonBundleId: null },
    { text: 'https://a.example', balloonBundleId: 'com.apple.messages.URLBalloonProvider' },
  ]);
  expect(bridge.messages()[1]!.attachmentsJoinedAt).toBeGreaterThan(bridge.messages()[1]!.dateCreated);
  terminal.input.end('/quit\n');
  await terminal.ended;
});

it.each([
  [false, 'gatehouse ‹ one two\n  bold, underline: “two”'],
  [true, '‹ one \u001b[4m\u001b[1mtwo\u001b[0m\u001b[0m'],
])('the styles of an answer are shown (colours: %s)', async (isColoured, expected) => {
  const terminal = start({ serverVersion: '1.10.0', isColoured });
  const bridge = await waitForBridge(terminal);
  const { guid: chatGuid } = bridge.directChat('+12025550143');
  const textFormatting = [{ start: 4, length: 3, styles: ['bold', 'underline'] }];
  await call(bridge, 'POST /message/text', { chatGuid, message: 'one two', tempGuid: 't', textFormatting });
  terminal.input.end('/quit\n');
  await terminal.ended;
  expect(terminal.shown()).toContain(expected);
});

it('a message can begin with a slash', async () => {
  const terminal = start({ answer: true });
  terminal.input.end('//whoami\n');
  await terminal.ended;
  expect(terminal.shown()).toContain('gatehouse ‹ You said /whoami');
});

it.each(['13.7.0', '15.5.0', '26.1.0'])('the Mac of the terminal runs macOS %s', async (macOs) => {
  const terminal = start({ macOs });
  const bridge = await waitForBridge(terminal);
  terminal.input.end('hi\n/status\n/quit\n');
  await terminal.ended;
  expect(terminal.shown()).toContain(`The Mac runs macOS ${macOs}.`);
  const service = macOs.startsWith('26') ? 'any' : 'iMessage';
  expect(bridge.messages()[0]!.chat.guid).toBe(`${service};-;+12025550143`);
});

it('/down and /up take the bridge down and up again on the same port', async () => {
  const terminal = start();
  terminal.input.end('/down\n/up\n');
  await terminal.ended;
  const [first, second] = [...terminal.shown().matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)].map(
    (each) => each[1],
  );
  expect(second).toBe(first);
  expect(terminal.shown()).toContain('The bridge is up');
});

it('an abort ends the terminal and frees the port', async () => {
  const terminal = start();
  const bridge = await waitForBridge(terminal);
  terminal.abort.abort();
  await terminal.ended;
  await expect(fetch(bridge.url)).rejects.toThrow();
});

async function waitForBridge(terminal: ReturnType<typeof start>): Promise<BridgeSimulator> {
  for (;;) {
    const bridge = terminal.bridge();
    if (bridge) return bridge;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
