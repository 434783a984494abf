import { type OrderFiles, type StoredEvent, type Utterance } from '../../conversations/index.js';
import { type MediaStore, type MessageFile } from '../../media/index.js';
import type { SentFile, SessionFiles } from '../history/session-files.service.js';
import { ToolFiles } from './tool-files.service.js';

const STORED = {} as StoredEvent<Utterance>;
const sha256 = 'a'.repeat(64);

/** Where each file that is kept is a problem of its own, which names it. */
function refusalOf(buffer: string, own: readonly Partial<MessageFile>[] = [], more: object = {}) {
  const asked: unknown[] = [];
  const find = async (_stored: StoredEvent, wanted: object) => {
    asked.push(wanted);
    return { name: 'found', mediaId: 'kept' } as SentFile;
  };
  const files = {
    read: (value: string, name?: string) => ({ text: `read ${value} as ${name}` }),
    kept: (media: { id: string }, name: string) => ({ text: `kept ${media.id} as ${name}` }),
  };
  const sut = new ToolFiles(
    files as unknown as OrderFiles,
    { own: async () => own, find } as unknown as SessionFiles,
    { open: async (id: string) => (id === 'kept' ? { id } : undefined) } as unknown as MediaStore,
  );
  const input = { buffer, ...more };
  return { asked, refusal: sut.fileOf('sendAttachment', input, STORED) };
}

describe('the file of an order of the message tool', () => {
  const own = [
    { name: 'one', mediaId: 'kept' },
    { name: 'two', mediaId: 'gone' },
    { name: 'three', problem: 'it is too large' },
    { name: 'four' },
  ];

  it.each([
    ['attachment:1', 'kept kept as one'],
    ['attachment:2', 'names attachment 2, which is unavailable: not kept'],
    ['attachment:3', 'names attachment 3, which is unavailable: it is too large'],
    ['attachment:4', 'names attachment 4, which is unavailable: not kept'],
    ['attachment:5', 'names attachment 5, which the message does not have'],
    ['AAAA', 'read AAAA as undefined'],
  ])('that is named %s: %s', async (named, problem) => {
    expect(await refusalOf(named, own).refusal).toEqual({ error: `buffer ${problem}` });
  });

  it.each([
    ['attachment: plan.pdf ', { name: 'plan.pdf' }],
    [`sha256:${sha256}`, { mediaId: sha256 }],
  ])('that is named %j is looked for in the session', async (named, wanted) => {
    const { refusal, asked } = refusalOf(named, own, { filename: 'mine' });
    expect(await refusal).toEqual({ error: 'buffer kept kept as mine' });
    expect(asked).toEqual([wanted]);
  });
});
