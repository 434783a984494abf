import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { AttachmentRef } from '../../channels/index.js';
import type { InboundFiles, SpokenEntry } from '../../conversations/index.js';
import type { MediaStore, MessageFile } from '../../media/index.js';
import { RecalledFiles } from './recalled-files.service.js';

const ENTRY = { channel: 'fake', account: 'one', conversation_id: 'c' } as unknown as SpokenEntry;
const refOf = (id: string, mimeType = 'image/png') => ({ id, mimeType }) as unknown as AttachmentRef;

describe('files of recalled messages', () => {
  const { signal } = new AbortController();

  /** @param files what a look at the service finds */
  function recalled(...files: readonly Partial<MessageFile>[]) {
    const look = jest.fn(async () => files);
    const kept = new Set(files.map(({ mediaId }) => mediaId));
    const clock = new FakeClock();
    const store = { open: async (id: string) => (kept.has(id) ? {} : undefined) };
    const sut = new RecalledFiles({ look } as unknown as InboundFiles, store as unknown as MediaStore, clock);
    const fetch = (ref = refOf('f1'), ends = signal) =>
      sut.fetch(ENTRY, [ref], { content: 'images', signal: ends });
    return { sut, look, kept, clock, fetch };
  }

  it('are fetched once while they are kept, unless the agent does not get them', async () => {
    const file = { mediaId: 'one' };
    const { look, kept, fetch } = recalled(file);
    expect([await fetch(), await fetch()]).toEqual([[file], [file]]);
    expect(look.mock.calls).toEqual([[{ channel: 'fake', account: 'one' }, [refOf('f1')], signal]]);
    kept.clear();
    expect([await fetch(), look.mock.calls.length]).toEqual([[file], 2]);
    const sound = refOf('f2', 'audio/ogg');
    expect([await fetch(sound), look.mock.calls.length]).toEqual([[sound], 2]);
  });

  it('that are not there are looked for again after ten minutes', async () => {
    const { look, clock, fetch } = recalled({ problem: 'gone' });
    await fetch();
    clock.advance(599_999);
    await fetch();
    expect(look).toHaveBeenCalledTimes(1);
    clock.advance(1);
    await fetch();
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('are not remembered after a look that was ended, nor for a person who is forgotten', async () => {
    const { sut, look, fetch } = recalled({ mediaId: 'one' });
    await fetch(refOf('f1'), AbortSignal.abort());
    await fetch();
    await fetch();
    expect(look).toHaveBeenCalledTimes(2);
    sut.forgetPeople(['"d"']);
    await fetch();
    expect(look).toHaveBeenCalledTimes(2);
    sut.forgetPeople(['"c"']);
    await fetch();
    expect(look).toHaveBeenCalledTimes(3);
  });

  it('are remembered for a thousand attachments, the first of which makes room', async () => {
    const { look, fetch } = recalled({ mediaId: 'one' });
    for (let n = 0; n <= 1_000; n++) await fetch(refOf(`f${n}`));
    await fetch(refOf('f1'));
    expect(look).toHaveBeenCalledTimes(1_001);
    await fetch(refOf('f0'));
    expect(look).toHaveBeenCalledTimes(1_002);
  });
});
