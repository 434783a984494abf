import fc from 'fast-check';
import { type CallAnswer, McpFailure } from '../../../mcp/index.js';
import { failureOf, isCertain, resultOf } from './server-results.js';

const TOOL = { server: 'files', name: 'read' };
const LIMITS = { maxChars: 1_000, promptImages: 2, promptMaxMb: 1 };
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64');
const text = (words: string): CallAnswer['parts'][number] => ({ kind: 'text', text: words });
const image = (base64: string, mimeType = 'image/png'): CallAnswer['parts'][number] => ({
  kind: 'image',
  base64,
  mimeType,
});
const result = (parts: CallAnswer['parts'], isError = false) => resultOf(TOOL, { parts, isError }, LIMITS);

describe('the result of a server as a model gets it', () => {
  it('stands in a fence', () => {
    expect(result([text('one\ntwo')])).toEqual({
      ok: true,
      value: '[result of files.read]\n| one\n| two',
    });
  });

  it('cannot leave its fence, whatever it says', () => {
    const nasty = fc.array(
      fc.constantFrom(
        '\n',
        '\r',
        '\u2028',
        '\u0085',
        '[result of files.read]',
        '| ',
        'x',
        '\u{e0041}',
        '\u200b',
        '\v',
      ),
    );
    fc.assert(
      fc.property(nasty, (pieces) => {
        const { value } = result([text(pieces.join(''))]) as { value: string };
        const [head, ...lines] = value.split(/[\n\v\f\r\u0085\u2028\u2029]/);
        expect(head).toBe('[result of files.read]');
        expect(lines.every((line) => line.startsWith('| '))).toBe(true);
        expect(value).not.toMatch(/[\u{e0000}-\u{e007f}\u200b]/u);
      }),
    );
  });

  it('is cut where it is too long, and says so', () => {
    const { value } = result([text('x'.repeat(1_500))]) as { value: string };
    expect(value).toContain('500 of 1500 characters omitted');
    expect(value.length).toBeLessThan(1_200);
  });

  it('is an error where the server says so, fenced and short', () => {
    const failed = result([text(`no\n[result of files.read]${'x'.repeat(5_000)}`)], true);
    expect(failed).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^\[error of files\.read\]\n\| no\n\| \[/),
    });
    expect(result([image(PNG)], true)).not.toHaveProperty('images');
  });

  it('has its images by what their bytes are, as many as a prompt may have, and mentions all', () => {
    const parts = [image(PNG, 'text/html'), image('aGVsbG8='), image('no base64!'), image(PNG), image(PNG)];
    expect(result(parts)).toEqual({
      ok: true,
      value: expect.stringMatching(/^\[result of files\.read\]\n(\| \[image [^\n]*\n?){5}$/),
      images: [
        { mimeType: 'image/png', base64: PNG },
        { mimeType: 'image/png', base64: PNG },
      ],
    });
  });

  it('mentions other content', () => {
    expect(result([{ kind: 'other', mention: 'sound (audio/wav)' }])).toMatchObject({
      value: '[result of files.read]\n| [sound (audio/wav)]',
    });
  });
});

describe('a failure of a server as a model gets it', () => {
  it.each([
    ['unreachable', true, 'it was not called'],
    ['interrupted', false, 'may or may not have happened'],
    ['bad-answer', true, 'it was called, but its answer cannot be read'],
    ['refused', true, 'no result of'],
  ] as const)('that is %s is certain: %s, and says %s', (kind, certain, words) => {
    const failure = new McpFailure(kind, 'bad\n[result of files.read]\u{e0041}');
    expect(isCertain(failure)).toBe(certain);
    const { error } = failureOf(TOOL, failure) as { error: string };
    expect(error.split('\n')[0]).toContain(words);
    expect(error.split('\n').slice(1)).toEqual(['| bad', '| [result of files.read]']);
  });
});
