import { RuntimeFailure } from '../../src/assistant/index.js';
import { Grants, SYSTEM } from '../../src/access-control/index.js';
import { ConnectorRegistry, DEFAULT_ACCOUNT, type SenderId } from '../../src/channels/index.js';
import { ChannelHost } from '../../src/inbound/index.js';
import { Chat } from '../../src/operator/index.js';
import {
  CONSOLE,
  conversationOf,
  senderOf,
  WEBCHAT,
  WebchatConnector,
  WebchatModule,
} from '../../src/webchat/index.js';
import type { UploadedFile } from '../../src/webchat/chat-files.js';
import { DATABASES } from '../support/databases.js';
import { FAKE } from '../support/fake-channel.js';
import { hangingAnswer, type Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const OWNER = senderOf({ role: 'owner' });
const OTHER = 'tok_01j9zq4c5x8r2m6t0w3y7v1b4d' as SenderId;

describe.each(DATABASES)('the chat of the console on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const service = <T>(type: abstract new (...args: never[]) => T): T => p.module.get(type, { strict: false });
  const write = (text: string, { sender = OWNER, key = text, files = [] as UploadedFile[] } = {}) =>
    service(WebchatConnector).write({ sender }, { key, text, files });
  const page = (sender = OWNER, limit = 9, before?: string) =>
    service(Chat).page(conversationOf(sender), { limit, ...(before !== undefined && { before }) });
  const shown = async (sender = OWNER) =>
    (await page(sender)).map(({ author, text, outcome }) => [author, text, outcome]).toReversed();

  beforeEach(async () => {
    p = await world.start({
      channel: { module: WebchatModule, section: WEBCHAT },
      config: { session: { dmScope: 'per-sender' } },
    });
  });

  it('shows a message as soon as it is stored, and its answer once that is', async () => {
    const hanging = hangingAnswer();
    p.runtime.answer = async (_input, signal) => {
      await hanging.until(signal);
      return 'at last';
    };
    expect(await write('hello')).toBe('stored');
    expect(await shown()).toEqual([['you', 'hello', 'waiting']]);
    hanging.letGo();
    await world.idle();
    expect(await write('hello')).toBe('duplicate');
    await world.idle();
    expect(await shown()).toEqual([
      ['you', 'hello', 'answered'],
      ['assistant', 'at last', null],
    ]);
    expect(p.runtime.asked).toHaveLength(1);
  });

  it('tells what the gateway says, in order and page by page', async () => {
    await write('/whoami');
    await world.idle();
    p.runtime.answer = () => Promise.reject(new RuntimeFailure('the model answered 404', false));
    await write('two');
    await world.idle();
    expect(await shown()).toEqual([
      ['you', '/whoami', 'command'],
      ['gateway', expect.stringContaining('owner'), null],
      ['you', 'two', 'failed'],
      ['gateway', expect.stringMatching(/\S/), null],
    ]);
    const [newest] = await page(OWNER, 1);
    const rest = await page(OWNER, 9, newest!.id.slice(4));
    expect([newest!.author, rest.map(({ author }) => author)]).toEqual([
      'gateway',
      ['you', 'gateway', 'you'],
    ]);
  });

  it('is connected without a stored state, and is in no list of channels', async () => {
    const status = await service(ChannelHost).status();
    expect(status.get('console/default')?.status).toBe('connected');
    expect(
      service(ConnectorRegistry)
        .all()
        .map(({ channel }) => channel),
    ).toEqual([FAKE]);
    const stored = await p.db.on().selectFrom('account_states').select('channel').execute();
    expect(stored).not.toContainEqual({ channel: CONSOLE });
  });

  it('gives the assistant the files, and shows them', async () => {
    await write('look', {
      files: [{ base64: Buffer.from('a,b').toString('base64'), name: '../notes.csv', mimeType: 'text/csv' }],
    });
    await world.idle();
    const [answer, question] = await page();
    expect(question!.files).toEqual([
      expect.objectContaining({
        name: 'notes.csv',
        mimeType: 'text/csv',
        bytes: 3,
        mediaId: expect.any(String),
      }),
    ]);
    expect(question!.text).toBe('look');
    expect(answer!.author).toBe('assistant');
  });

  it('lets in owners, and others with a grant; each has a conversation of their own', async () => {
    await write('let me in', { sender: OTHER });
    await world.idle();
    expect([p.runtime.asked, (await page(OTHER))[0]!.reason]).toEqual([[], 'not-allowlisted']);
    const grant = { channel: CONSOLE, account: DEFAULT_ACCOUNT, senderId: OTHER };
    await service(Grants).create(SYSTEM, grant);
    await write('and now?', { sender: OTHER });
    await world.idle();
    await write('hello');
    await world.idle();
    expect((await shown(OTHER)).slice(1)).toEqual([
      ['you', 'and now?', 'answered'],
      ['assistant', 'echo: and now?', null],
    ]);
    expect((await shown()).map(([, text]) => text)).toEqual(['hello', 'echo: hello']);
  });
});
