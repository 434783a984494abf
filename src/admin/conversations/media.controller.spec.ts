import { Readable } from 'node:stream';
import { adminApp, errorOf } from '../../../test/support/admin-app.js';
import { GatehouseError } from '../../common/index.js';
import type { OpenFile } from '../../operator/index.js';

const BYTES = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const fileOf = (more: Partial<OpenFile> = {}): OpenFile => ({
  picture: undefined,
  name: undefined,
  bytes: BYTES.length,
  read: async () => Readable.from([BYTES]),
  ...more,
});

describe('a file of a message in the admin API', () => {
  const { services, call } = adminApp();
  const get = async (file: OpenFile, method = 'GET') => {
    services.messageMedia.open.mockResolvedValue(file);
    return call(`${method} /media/${'a'.repeat(64)}`).buffer();
  };

  it('is an attachment of no type that a browser executes', async () => {
    const { status, headers, body } = await get(fileOf({ name: 'page.svg' }));
    expect([status, Buffer.from(body as Buffer)]).toEqual([200, BYTES]);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=page.svg',
      'content-length': String(BYTES.length),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    });
  });

  it.each([
    ['line breaks and quotes', 'a"\r\nSet-Cookie: b=1\r\n\r\n<script>.html'],
    ['letters of all kinds', 'Ärger “1” 日本.html'],
    ['an injected type', "a.html\"; filename*=UTF-8''b.svg"],
  ])('has a name with %s in one header, as data', async (_, name) => {
    const { headers } = await get(fileOf({ name }));
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="(?:[^"\\\r\n]|\\.)*"(; filename\*=UTF-8''[\w%.-]+)?$/,
    );
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is shown when it is a picture without scripts', async () => {
    const { headers } = await get(fileOf({ picture: 'image/png', name: 'a.html' }));
    expect(headers['content-type']).toBe('image/png');
    expect(headers['content-disposition']).toBeUndefined();
  });

  it('is not read for its headers alone', async () => {
    const read = async () => Promise.reject(new Error('read'));
    const { status, headers } = await get(fileOf({ read }), 'HEAD');
    expect([status, headers['content-length']]).toEqual([200, String(BYTES.length)]);
  });

  it('is not found in the usual words when its bytes are gone', async () => {
    const gone = new GatehouseError('NOT_FOUND', 'No such file.', 'no stored file has this id');
    const { status, headers, text } = await get(fileOf({ read: () => Promise.reject(gone) }));
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    expect(errorOf(JSON.parse(text))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
