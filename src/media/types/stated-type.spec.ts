import { typeBy } from './stated-type.js';

describe('typeBy', () => {
  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const NONE = 'application/octet-stream';

  it.each([
    ['image/png', 'image/jpeg', 'image/png'],
    ['image/png', undefined, 'image/png'],
    ['application/zip', DOCX, DOCX],
    ['application/zip', 'text/plain', 'application/zip'],
    ['application/zip', NONE, 'application/zip'],
    [NONE, 'Text/Plain; charset=utf-8', 'text/plain'],
    [NONE, 'image/png', NONE],
    [NONE, 'video/mp4', NONE],
    [NONE, 'no type\r\nat all', NONE],
    [NONE, undefined, NONE],
  ])('gives content %s, stated as %s, the type %s', (content, stated, type) => {
    expect(typeBy(content, stated)).toBe(type);
  });
});
