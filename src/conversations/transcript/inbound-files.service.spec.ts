import type { ConnectorRegistry, InboundMessage } from '../../channels/index.js';
import { SystemClock } from '../../common/index.js';
import type { MediaStore, MessageFiles } from '../../media/index.js';
import type { Database } from '../../persistence/index.js';
import type { StoredEvent } from '../inbox/stored-event.js';
import { InboundFiles } from './inbound-files.service.js';

const never = () => new Promise<never>(() => undefined);
const failing = () => Promise.reject(new Error('the service is away'));

it.each([
  ['does not come in time', never],
  ['fails', failing],
])('a look-up that %s adds no file to those the message names', async (_, look) => {
  const fetchMedia = async function* () {
    yield await look();
  };
  const registry = { get: () => ({ fetchMedia, mediaPatienceMs: 20 }), account: () => ({}) };
  const files = { filesOf: () => Promise.resolve(new Map()), record: () => Promise.resolve() };
  const db = { transaction: (work: (tx: object) => Promise<void>) => work({}) };
  const sut = new InboundFiles(
    registry as unknown as ConnectorRegistry,
    {} as MediaStore,
    files as unknown as MessageFiles,
    db as unknown as Database,
    new SystemClock(),
  );
  const filesIn = async (message: Partial<InboundMessage>) => {
    const event = {
      kind: 'message',
      conversation: { id: 'c' },
      attachments: [],
      ...message,
    } as unknown as InboundMessage;
    const whole = await sut.complete({ id: 'evt_1', event } as StoredEvent, new AbortController().signal);
    return whole.files?.map(({ name }) => name);
  };
  expect(await filesIn({ possibleFiles: 'perhaps' })).toEqual([]);
  const stated = { id: 'stated', name: 'plan.pdf', mimeType: 'application/pdf', bytes: 0 };
  expect(await filesIn({ attachments: [stated], possibleFiles: 'perhaps' })).toEqual(['plan.pdf']);
});

it('two identical pictures are both named, and one listed under a second address is named once', async () => {
  const fetchMedia = async function* () {
    yield { chunks: [] };
  };
  const registry = { get: () => ({ fetchMedia }), account: () => ({}) };
  const store = { store: () => Promise.resolve({ id: 'same', mimeType: 'image/png', bytes: 1 }) };
  const sut = new InboundFiles(
    registry as unknown as ConnectorRegistry,
    store as unknown as MediaStore,
    {} as MessageFiles,
    {} as Database,
    new SystemClock(),
  );
  const named = (name: string, more = {}) => ({ id: name, name, mimeType: 'image/png', bytes: 1, ...more });
  const refs = [named('one.png'), named('two.png'), named('image', { mayRepeat: true })];
  const place = { channel: 'fake', account: 'default' } as Pick<InboundMessage, 'channel' | 'account'>;
  const files = await sut.look(place, refs, new AbortController().signal);
  expect(files.map(({ name }) => name)).toEqual(['one.png', 'two.png']);
});

it('a message whose fetch is aborted is returned unchanged, and nothing is recorded', async () => {
  const asked = Promise.withResolvers<undefined>();
  const fetchMedia = async function* () {
    asked.resolve(undefined);
    yield await never();
  };
  let kept = 0;
  const sut = new InboundFiles(
    { get: () => ({ fetchMedia }), account: () => ({}) } as unknown as ConnectorRegistry,
    {} as MediaStore,
    {
      filesOf: async () => new Map(),
      record: async () => {
        kept += 1;
      },
    } as unknown as MessageFiles,
    { transaction: (work: (tx: object) => Promise<void>) => work({}) } as unknown as Database,
    new SystemClock(),
  );
  const attachments = [{ id: 'f', name: 'plan.pdf', mimeType: 'application/pdf', bytes: 0 }];
  const event = { kind: 'message', conversation: { id: 'c' }, attachments } as unknown as InboundMessage;
  const stored = { id: 'evt_1', event } as StoredEvent;
  const abort = new AbortController();
  const whole = sut.complete(stored, abort.signal);
  await asked.promise;
  abort.abort();
  expect(await whole).toBe(stored);
  expect(kept).toBe(0);
});
