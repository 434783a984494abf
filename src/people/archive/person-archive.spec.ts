import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { entriesIn } from '../../../test/support/zip-entries.js';
import type { MediaStore } from '../../media/index.js';
import { Footprint } from '../person.js';
import type { PersonalRecord, PersonalRows } from '../rows/personal-rows.repository.js';
import { PersonArchive } from './person-archive.js';

const ADDRESS = { channel: 'imbridge', account: null, senderId: 'ann' };

/** The texts of an archive by their paths; each file has its id as its content. */
async function archived(records: readonly PersonalRecord[], { lost = '' } = {}) {
  const footprint = new Footprint({ addresses: [ADDRESS], userId: 'usr_1', pseudonym: 'erased_x' });
  for (const { record } of records)
    if (typeof record.media_id === 'string') footprint.media.add(record.media_id);
  const rows = {
    list: async function* () {
      yield* records;
    },
  };
  const media = {
    open: async (id: string) => (id === lost ? undefined : { read: () => Readable.from([Buffer.from(id)]) }),
  };
  const at = new FakeClock(Date.UTC(2026, 10, 28));
  const sut = new PersonArchive(rows as unknown as PersonalRows, media as unknown as MediaStore, at);
  const entries = entriesIn(await buffer(Readable.from(sut.stream(footprint))));
  return [...entries].map(([path, content]) => [path, content.toString()]);
}

const fileNamed = (name: unknown, media_id: unknown = '0123456789abcdef'): PersonalRecord => ({
  kind: 'files',
  record: { media_id, name },
});
const pathsOf = async (...records: PersonalRecord[]) =>
  (await archived(records)).slice(2).map(([path]) => path);

describe('the archive of a person', () => {
  it('says who it is about, and has a file for each kind of record, and the files they sent', async () => {
    const records: PersonalRecord[] = [
      { kind: 'messages', record: { id: 1, text: 'hello', sent_at: 0 } },
      { kind: 'messages', record: { id: 2, text: '' } },
      fileNamed('letter.txt'),
    ];
    expect(await archived(records)).toEqual([
      [
        'person.json',
        `{
  "exported_at": "2026-11-28T00:00:00.000Z",
  "user_id": "usr_1",
  "senders": [
    {
      "channel": "imbridge",
      "account": null,
      "senderId": "ann"
    }
  ]
}
`,
      ],
      [
        'messages.json',
        `[
{
  "id": 1,
  "text": "hello",
  "sent_at": "1970-01-01T00:00:00.000Z"
},
{
  "id": 2
}
]
`,
      ],
      ['files.json', '[\n{\n  "media_id": "0123456789abcdef",\n  "name": "letter.txt"\n}\n]\n'],
      ['files/0123456789ab-letter.txt', '0123456789abcdef'],
    ]);
  });

  it.each([
    ['a path', '../../etc/пароль $x', '_.._etc_пароль _x'],
    ['a path of another system', String.raw`C:\a_b-1.txt`, 'C__a_b-1.txt'],
    ['dots alone', '...', 'file'],
    ['nothing', '', 'file'],
    ['no name', null, 'file'],
    ['a number', 7, 'file'],
    ['more than 100 characters', `${'a'.repeat(99)}.txt`, `${'a'.repeat(96)}.txt`],
  ])('names a file that is called %s so that it is none on any system', async (_, name, path) => {
    expect(await pathsOf(fileNamed(name))).toEqual([`files/0123456789ab-${path}`]);
  });

  it('has a file that is stored no more in its records only, and others', async () => {
    const records = [fileNamed('a', 'lost'), fileNamed('b', 'kept'), fileNamed('c', 7)];
    const paths = (await archived(records, { lost: 'lost' })).map(([path]) => path);
    expect(paths).toEqual(['person.json', 'files.json', 'files/kept-b']);
  });
});
