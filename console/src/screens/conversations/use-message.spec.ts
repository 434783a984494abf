import { createElement } from 'preact';
import type { Session, session as ofSession } from '../../api/session.js';
import { fakePage } from '../../testing/page.js';
import type * as ofMessage from './use-message.js';

type Sending = Parameters<(typeof ofMessage)['useMessage']>[0];

const conversation = {
  id: 'cnv_1',
  channel: 'imbridge',
  account: 'default',
  conversation_id: '-;+12025550143',
} as Sending['conversation'];
const LINE = { message_id: 'm1' } as Sending['repliesTo'];

describe('the message that is being written', () => {
  let world: Awaited<ReturnType<typeof fakePage>>;
  let useMessage: (typeof ofMessage)['useMessage'];
  let session: typeof ofSession;
  let message: ReturnType<typeof useMessage>;
  let sent: { key: string; text: string; reply?: string }[];
  /** The name of the file of each message. */
  let files: (string | undefined)[];
  let isAway: boolean;
  /** What the gateway waits for before it answers. */
  let delay: Promise<undefined> | undefined;
  beforeAll(async () => {
    const stored = new Map<string, string>();
    const sessionStorage = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => void stored.set(name, text),
      removeItem: (name: string) => void stored.delete(name),
    };
    // Before the first import: the client of the API keeps the `fetch` that it finds.
    const fetch = async (request: Request) => {
      const {
        message: text,
        reply_to: reply,
        media,
      } = (await request.json()) as Record<string, string> & {
        media?: { filename: string };
      };
      files.push(media?.filename);
      await delay;
      sent.push({ key: request.headers.get('idempotency-key')!, text: text!, ...(reply && { reply }) });
      if (isAway) throw new TypeError('no answer');
      return Response.json({}, { status: 202 });
    };
    class FileReader {
      result = 'data:text/plain;base64,eA==';
      onload: () => void = () => undefined;
      readAsDataURL(): void {
        setTimeout(() => this.onload());
      }
    }
    Object.assign(globalThis, { fetch, sessionStorage, FileReader });
    world = await fakePage();
    ({ useMessage } = await import('./use-message.js'));
    ({ session } = await import('../../api/session.js'));
  });
  beforeEach(() => {
    [sent, files, isAway] = [[], [], false];
  });
  afterEach(() => world.end());

  const Probe = (more: Partial<Sending>) => {
    const after = async () => undefined;
    message = useMessage({
      conversation,
      repliesTo: undefined,
      onReplied: () => undefined,
      onSent: after,
      ...more,
    });
    return null;
  };
  const open = (more: Partial<Sending> = {}) => world.draw(createElement(Probe, more));
  const send = async (text: string) => {
    await world.act(() => message.write(text));
    await world.act(() => message.run());
  };
  const keys = () => new Set(sent.map(({ key }) => key)).size;

  it('is sent under another key each time, also where the words are the same', async () => {
    await open();
    await send('On my way');
    await send('On my way');
    expect(sent.map(({ text }) => text)).toEqual(['On my way', 'On my way']);
    expect([keys(), message.text, message.failure]).toEqual([2, '', undefined]);
  });

  it('is sent again under its key until there is an answer, also after a reload', async () => {
    await open();
    isAway = true;
    await send('Hello');
    expect([message.text, message.failure?.code]).toEqual(['Hello', 'UNREACHABLE']);
    await world.act(() => message.run());
    await world.end();
    await open();
    expect(message.text).toBe('Hello');
    isAway = false;
    await world.act(() => message.run());
    expect([sent.length, keys(), message.text]).toEqual([3, 1, '']);
    await send('Hello');
    expect(keys()).toBe(2);
  });

  it.each<[string, string, Partial<Sending>]>([
    ['other words', 'Hello!', {}],
    ['another message that it replies to', 'Hello', { repliesTo: LINE }],
  ])('is another one with %s', async (_, text, more) => {
    await open();
    isAway = true;
    await send('Hello');
    await open(more);
    isAway = false;
    await send(text);
    expect([sent.length, keys()]).toEqual([2, 2]);
  });

  it('is there again for the person who wrote it, and for no one else in the tab', async () => {
    const textOf = async (actor: string, role: Session['role']) => {
      await world.end();
      session.value = { actor, role } as Session;
      await open();
      return message.text;
    };
    await textOf('token:tok_ann', 'operator');
    await world.act(() => message.write('Between us'));
    expect(await textOf('token:tok_ben', 'operator')).toBe('');
    expect(await textOf('token:tok_ann', 'owner')).toBe('Between us');
    await world.act(() => message.write(''));
    session.value = undefined;
  });

  it('keeps what is typed while it is on its way', async () => {
    await open();
    await world.act(() => message.write('One'));
    await world.act(() => {
      const sending = message.run();
      message.write('One two');
      return sending;
    });
    expect(sent.map(({ text }) => text)).toEqual(['One']);
    expect(message.text).toBe('two');
    await send('');
  });

  it('keeps a file that is chosen while another is on its way, and none that was sent', async () => {
    const choose = (name: string) => world.act(() => message.setFile(new File(['x'], name)));
    await open();
    await choose('one.txt');
    const held = Promise.withResolvers<undefined>();
    delay = held.promise;
    await world.act(() => void message.run());
    await choose('two.txt');
    await world.act(() => held.resolve(undefined));
    await world.act(() => message.run());
    await send('No file');
    expect(files).toEqual(['one.txt', 'two.txt', undefined]);
  });
});
