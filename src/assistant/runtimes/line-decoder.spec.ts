import { LineDecoder } from './line-decoder.js';

const LINES = ['{"text":"grüße 👋"}', '{"text":"two"}', '{"done":true}'];

describe('LineDecoder', () => {
  it.each([LINES.join('\n'), `${LINES.join('\n\n')}\n`, `${LINES.join('\r\n')}\r\n`])(
    'finds the lines of %j wherever the bytes are cut',
    (text) => {
      const bytes = Buffer.from(text);
      for (let cut = 0; cut <= bytes.length; cut++) {
        const sut = new LineDecoder();
        const lines = [
          ...sut.decode(bytes.subarray(0, cut)),
          ...sut.decode(bytes.subarray(cut)),
          ...sut.end(),
        ];
        expect(lines.map(({ data }) => data.trim())).toEqual(LINES);
      }
    },
  );
});
