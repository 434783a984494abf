import { EventStreamDecoder } from './event-stream-decoder.js';

describe('EventStreamDecoder', () => {
  it.each(['\n', '\r\n'])('finds the events of lines that end in %j wherever the bytes are cut', (end) => {
    const lines = ['event: text', 'data: grüße 👋', '', 'data: two', 'data: lines', '', ''];
    const bytes = Buffer.from(lines.join(end));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const sut = new EventStreamDecoder();
      const events = [
        ...sut.decode(bytes.subarray(0, cut)),
        ...sut.decode(bytes.subarray(cut)),
        ...sut.end(),
      ];
      expect(events).toMatchObject([{ event: 'text', data: 'grüße 👋' }, { data: 'two\nlines' }]);
    }
  });
});
