import type { FileSettings, MediaConfig } from '../../config/index.js';
import type { MediaStore, MessageFile } from '../../media/index.js';
import { contentScopeOf, isGiven, TurnImages } from './turn-images.service.js';

const PNG = 'image/png';
const PDF = 'application/pdf';
const MB = 1024 * 1024;

describe('what the models of a turn take', () => {
  const model = (images: boolean, files: boolean): FileSettings => ({ type: 'anthropic', images, files });
  const other = (files: boolean): FileSettings => ({ type: 'http', images: false, files });

  it.each<[string, readonly FileSettings[], readonly string[]]>([
    ['none', [model(false, false), other(false)], []],
    ['none', [], []],
    ['images', [model(false, false), model(true, false)], [PNG]],
    ['pdfs', [model(false, true)], [PDF]],
    ['images-and-pdfs', [model(true, false), model(false, true)], [PNG, PDF]],
    ['all', [model(false, false), other(true)], [PNG, PDF, 'text/plain']],
  ])('is %s of %j', (scope, runtimes, given) => {
    const content = contentScopeOf(runtimes);
    expect(content).toBe(scope);
    expect([PNG, PDF, 'text/plain'].filter((type) => isGiven(content, type))).toEqual(given);
  });
});

describe('the files of a prompt', () => {
  const config = { promptImages: 2, promptMaxMb: 1 } as MediaConfig;
  const file = (mediaId: string | undefined, more: object = {}) =>
    ({ mediaId, name: `${mediaId}.png`, mimeType: PNG, bytes: 10, ...more }) as MessageFile;
  /** The names of the files that are given, not only mentioned. */
  const given = async (...files: readonly MessageFile[]) => {
    const load = async (id: string, most: number) => {
      if (id === 'broken') throw new Error('cannot be read');
      const bytes = files.find(({ mediaId }) => mediaId === id)?.bytes ?? 0;
      return id === 'gone' || bytes > most ? undefined : new Uint8Array(bytes);
    };
    const sut = new TurnImages({ load } as unknown as MediaStore, config);
    const budget = sut.budget('images');
    const shown = await sut.show(files, budget);
    expect(shown.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    const names = shown.filter(({ data }) => data !== undefined).map(({ name }) => name);
    return { names, left: [budget.count, budget.bytes], shown };
  };

  it('are as many as it may have', async () => {
    const { names, left } = await given(file('a'), file('b'), file('c'));
    expect([names, left]).toEqual([
      ['a.png', 'b.png'],
      [0, MB - 20],
    ]);
  });

  it('are as large together as it may be, to the byte', async () => {
    const { names } = await given(
      file('a', { bytes: 1 }),
      file('b', { bytes: MB }),
      file('c', { bytes: MB - 1 }),
    );
    expect(names).toEqual(['a.png', 'c.png']);
  });

  it('are mentioned only where they are empty, not kept, of another type, or cannot be read', async () => {
    const problem = 'too large';
    const { names, left, shown } = await given(
      file('empty', { bytes: 0 }),
      file(undefined, { problem }),
      file('text', { mimeType: 'text/plain' }),
      file('broken'),
      file('gone'),
    );
    expect([names, left]).toEqual([[], [2, MB]]);
    expect(shown[1]).toEqual({ name: 'undefined.png', mimeType: PNG, bytes: 10, problem });
    expect(shown[4]).toEqual({ name: 'gone.png', mimeType: PNG, bytes: 10 });
  });
});
