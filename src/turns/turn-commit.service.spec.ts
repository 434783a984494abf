import type { ClaimedJob, Database, Tx } from '../persistence/index.js';
import type { OpenMessages } from '../conversations/holds/open-messages.service.js';
import { HeldError, type InboxRepository } from '../conversations/inbox/inbox.repository.js';
import type { DropCounter } from '../conversations/inbox/drop-counter.js';
import type { StoredEvent, StreamState, Utterance } from '../conversations/inbox/stored-event.js';
import type { TranscriptWriter } from '../conversations/transcript/transcript-writer.service.js';
import type { Reply } from './answer/reply.service.js';
import type { TurnProgressRepository } from './ends/turn-progress.repository.js';
import type { TurnUsage } from '../usage/index.js';
import { TurnCommit } from './turn-commit.service.js';

describe('what a turn shows before its end', () => {
  const event = { conversation: {} };
  const stored = { id: 'evt_1', session: {}, event } as StoredEvent<Utterance>;
  const stream = {} as StreamState;
  const job = { hold: async () => undefined } as unknown as ClaimedJob;
  let written: string[];
  let sut: TurnCommit;
  beforeEach(() => {
    written = [];
    const db = { transaction: (work: (tx: Tx) => unknown) => work({} as Tx) } as unknown as Database;
    const note = (what: string) => async () => void written.push(what);
    const addTo = () => ({ firstId: 'dlv_1', written: note('message')() });
    sut = new TurnCommit(
      db,
      {} as TranscriptWriter,
      { linkFor: async () => undefined, addTo } as unknown as Reply,
      { save: note('progress') } as unknown as TurnProgressRepository,
      {} as InboxRepository,
      {} as TurnUsage,
      {} as DropCounter,
      { refuseHeld: () => Promise.reject(new HeldError()) } as unknown as OpenMessages,
    );
  });

  it.each<[string, () => Promise<void>]>([
    ['a block', () => sut.sendBlock(job, stored, { said: '', block: 'one' })],
    ['a stream', () => sut.saveShown(job, stored, { said: 'one', stream })],
  ])(
    'is refused, and nothing is stored of it, while a person holds the conversation: %s',
    async (_, show) => {
      await expect(show()).rejects.toThrow(HeldError);
      expect(written).toEqual([]);
    },
  );

  it('is stored where it is a part that was sent already', async () => {
    await sut.saveShown(job, stored, { said: 'one', stream: undefined });
    expect(written).toEqual(['progress']);
  });
});
