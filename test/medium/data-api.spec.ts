import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { Test } from 'supertest';
import { errorOf } from '../support/admin-app.js';
import { type DataApiApp, startDataApi } from '../support/data-api-app.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(DATABASES)('the Data API on %s', (_, open) => {
  let database: TestDatabase;
  let sut: DataApiApp;
  let user: { id: string; key: string };

  beforeAll(async () => {
    database = await open();
    sut = await startDataApi(database);
    user = await sut.makeUser();
  });
  afterAll(async () => {
    await sut.stop();
    await database.close();
  });

  const post = () => sut.call('POST /data/process', user.key);
  const send = (body: string, type = 'application/json') => post().set('Content-Type', type).send(body);

  async function refuses(test: Test, status: number, code: string, details: string | RegExp): Promise<void> {
    const { status: actual, body } = await test;
    expect([actual, errorOf(body).code, errorOf(body).details]).toEqual([
      status,
      code,
      typeof details === 'string' ? details : expect.stringMatching(details),
    ]);
  }

  describe('GET /users/{id}', () => {
    it('gives the user', async () => {
      const { status, body } = await sut.call(`GET /users/${user.id}`, user.key);
      expect([status, body]).toEqual([
        200,
        {
          id: user.id,
          display_name: 'Robin',
          email: 'robin@example.com',
          status: 'active',
          created_at: expect.stringMatching(ISO),
          updated_at: expect.stringMatching(ISO),
          identities: [],
        },
      ]);
    });

    it.each(['usr_01j9zq4c5x8r2m6t0w3y7v1b4d', 'x', '-', '__proto__', 'a'.repeat(64)])(
      'answers 404 for the id %s',
      (id) => refuses(sut.call(`GET /users/${id}`, user.key), 404, 'NOT_FOUND', /\bid\b/),
    );

    it.each(['%00', '%27%20or%201=1', '..%2f..%2fetc', '%F0%9F%A6%8A', 'a'.repeat(65), '%20', 'a.b', '%0a'])(
      'refuses the id %s',
      (id) => refuses(sut.call(`GET /users/${id}`, user.key), 400, 'INVALID_REQUEST', /^id must be/),
    );

    it.each(['colour=red', 'Id=x&colour=red', 'id', '__proto__[a]=1'])(
      'refuses the query ?%s, naming its parameters',
      (query) => {
        const names = query.split('&').map((each) => /^[^=]*/.exec(each)![0]);
        const details = names.map((name) => `${name} is unknown`).join('; ');
        return refuses(sut.call(`GET /users/${user.id}?${query}`, user.key), 400, 'INVALID_REQUEST', details);
      },
    );

    it('accepts an empty query', async () => {
      expect((await sut.call(`GET /users/${user.id}?`, user.key)).status).toBe(200);
    });

    it.each(['%ff', '%zz', '%', '%c3%2'])('rejects the id %s, which is no text, with the reason', (id) =>
      refuses(
        sut.call(`GET /users/${id}`, user.key),
        400,
        'INVALID_REQUEST',
        'path has an invalid escape sequence (%)',
      ),
    );
  });

  describe('POST /data/process', () => {
    it('profiles a table, and returns the processor, sizes and times', async () => {
      const options = { param1: 'csv', param2: ';' };
      const { status, body, headers } = await post().send({
        input_data: 'name;price\nÄ;1.5\nB;2\n',
        options,
      });
      expect([status, body]).toEqual([
        200,
        {
          id: expect.stringMatching(/^dpr_[0-9a-z]{26}$/),
          status: 'completed',
          processor: 'profile',
          input_bytes: 22,
          output: expect.objectContaining({ format: 'csv' }),
          options,
          created_at: expect.stringMatching(ISO),
          duration_ms: expect.any(Number),
        },
      ]);
      expect(headers).not.toHaveProperty('idempotent-replayed');
      const { csv } = (body as { output: { csv: unknown } }).output;
      expect(csv).toMatchObject({ delimiter: ';', has_header: true, rows: 2, column_count: 2 });
      expect(csv).toMatchObject({ columns: [{ name: 'name' }, { name: 'price', min: 1.5, max: 2 }] });
    });

    it('refuses an unknown query', () =>
      refuses(
        sut.call('POST /data/process?async=true', user.key).send({ input_data: 'x' }),
        400,
        'INVALID_REQUEST',
        'async is unknown',
      ));

    it('returns a result again by its id', async () => {
      const { body } = await post().send({ input_data: '{"a": 1}' });
      const found = await sut.call(`GET /data/process/${(body as { id: string }).id}`, user.key);
      expect([found.status, found.body]).toEqual([200, body]);
    });

    it("answers 404 for another user's result", async () => {
      const { body } = await post().send({ input_data: 'mine' });
      const other = await sut.makeUser('other@example.com');
      const { id } = body as { id: string };
      await refuses(sut.call(`GET /data/process/${id}`, other.key), 404, 'NOT_FOUND', /\bid\b/);
      await refuses(sut.call('GET /data/process/%00', user.key), 400, 'INVALID_REQUEST', /^id must be/);
    });

    it.each([
      [{}, 'input_data is required'],
      [{ input_data: '' }, 'input_data is empty'],
      [{ input_data: 'x', options: { param1: '' } }, 'options.param1 is empty'],
      [{ input_data: null }, 'input_data must be a string'],
      [{ input_data: 5 }, 'input_data must be a string'],
      [{ input_data: ['a'] }, 'input_data must be a string'],
      [{ input_data: { a: 1 } }, 'input_data must be a string'],
      [{ input_data: 'x', foo: 1 }, 'foo is unknown'],
      [{ input_data: 'x', options: { foo: 1 } }, 'options.foo is unknown'],
      [{ input_data: 'x', options: null }, 'options must be an object'],
      [{ input_data: 'x', options: 'csv' }, 'options must be an object'],
      [{ input_data: 'x', options: [] }, 'options must be an object'],
      [{ input_data: 'x', options: [{ param1: 'csv' }] }, 'options must be an object'],
      [{ input_data: 'x', options: { param1: 1 } }, 'options.param1 must be a string'],
      [{ input_data: 'x', options: { param2: null } }, 'options.param2 must be a string'],
      [{ input_data: 'x', ['f'.repeat(50_000)]: 1 }, `${'f'.repeat(100)}… is unknown`],
      [{ input_data: 'x', [`${'f'.repeat(99)}💥`]: 1 }, `${'f'.repeat(99)}… is unknown`],
      [{ input_data: 'x', options: { ['f'.repeat(50_000)]: 1 } }, `options.${'f'.repeat(92)}… is unknown`],
      [
        { input_data: 'x', options: { param1: 'xml' } },
        /^options\.param1 must be one of auto, json, jsonl, csv, text, /,
      ],
      [{ input_data: 'x', options: { param2: 'ab' } }, /^options\.param2 must be one character/],
      [{ input_data: 'x', options: { param2: '"' } }, /^options\.param2 /],
      [{ input_data: '{', options: { param1: 'json' } }, 'input_data is not valid JSON'],
      [{ input_data: 'a\n"b', options: { param1: 'csv' } }, /^input_data is not valid CSV: a quoted cell/],
      [[], 'body must be an object'],
      [[{ input_data: 'x' }], 'body must be an object'],
    ])('refuses %j, naming the field', (body, details) =>
      refuses(post().send(body), 400, 'INVALID_REQUEST', details),
    );

    it('names all faults of a body at once, for people and for programs', async () => {
      const options = { param1: 'xml', param2: 'ab', param3: 'x' };
      const { status, body } = await post().send({ input_data: '', options, colour: 'red' });
      const { fields, ...error } = errorOf(body);
      expect([status, fields]).toEqual([
        400,
        expect.arrayContaining([
          { field: 'input_data', code: 'empty', message: 'input_data is empty' },
          { field: 'colour', code: 'unknown', message: 'colour is unknown' },
          { field: 'options.param3', code: 'unknown', message: 'options.param3 is unknown' },
          {
            field: 'options.param1',
            code: 'not_a_choice',
            message: expect.stringMatching(/^options\.param1 must be one of /),
          },
          {
            field: 'options.param2',
            code: 'wrong_format',
            message: expect.stringMatching(/^options\.param2 must be one character/),
          },
        ]),
      ]);
      expect(fields).toHaveLength(5);
      expect(error).toEqual({
        code: 'INVALID_REQUEST',
        message: 'The request is not valid.',
        details: fields!.map(({ message }) => message).join('; '),
      });
    });

    it('names no more than twenty of them', async () => {
      const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, n]));
      const { body } = await post().send({ input_data: 'x', ...unknown });
      expect(errorOf(body).fields).toHaveLength(20);
      expect(errorOf(body).details).toMatch(/; f19 is unknown; 10 more are not valid$/);
    });

    it.each([
      ['no JSON', '{"input_data": ', 'body is not valid JSON'],
      ['a lone value', '"x"', 'body must be an object'],
      ['__proto__', '{"input_data":"x","__proto__":{"a":1}}', '__proto__ is unknown'],
      ['a constructor', '{"input_data":"x","options":{"constructor":1}}', 'options.constructor is unknown'],
      [
        'a constructor far below',
        `{"input_data":"x","${'f'.repeat(50_000)}":{"constructor":1}}`,
        `${'f'.repeat(100)}… is unknown`,
      ],
      [
        'deep nesting',
        `{"input_data":"x","a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
        'body is nested too deeply',
      ],
      ['many values', `{"input_data":"x","a":[${'1,'.repeat(20_000)}1]}`, 'body has too many values'],
    ])('refuses %s', (_name, body, details) => refuses(send(body), 400, 'INVALID_REQUEST', details));

    it('refuses a body that is not UTF-8, and broken compression', async () => {
      const bytes = Buffer.concat([Buffer.from('{"input_data":"'), Buffer.from([0xff]), Buffer.from('"}')]);
      const raw = post()
        .set('Content-Type', 'application/json')
        .serialize((body: unknown) => body as string);
      await refuses(raw.send(bytes), 400, 'INVALID_REQUEST', 'body is not valid UTF-8');
      const broken = post().set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      await refuses(
        broken.serialize((body: unknown) => body as string).send(Buffer.from('no gzip')),
        400,
        'INVALID_REQUEST',
        'body does not match its Content-Encoding',
      );
    });

    it.each([
      ['short', '[]', 'wrong_type', 'must be an object'],
      ['long', `["${'x'.repeat(50_000)}"]`, 'wrong_type', 'must be an object'],
      ['short', '{"input_data":', 'wrong_format', 'is not valid JSON'],
      ['long', `{"input_data":"${'x'.repeat(50_000)}`, 'wrong_format', 'is not valid JSON'],
    ])('names the body among the fields of a %s one that is wrong', async (_, sent, code, words) => {
      const { body } = await send(sent, 'application/json');
      expect(errorOf(body)).toMatchObject({ fields: [{ field: 'body', code, message: `body ${words}` }] });
    });

    it.each([
      ['text/plain', 'Content-Type must be application/json'],
      ['application/x-www-form-urlencoded', 'Content-Type must be application/json'],
      ['application/merge-patch+json', 'Content-Type must be application/json'],
      ['application/json; charset=utf-16', 'charset must be utf-8'],
      ['application/json; charset=latin1', 'charset must be utf-8'],
    ])('refuses %s', (type, details) =>
      refuses(send('{"input_data":"x"}', type), 415, 'UNSUPPORTED_MEDIA_TYPE', details),
    );

    it('accepts a byte order mark, a repeated field, NUL and lone surrogates', async () => {
      const { status, body } = await send('\uFEFF{"input_data":"first","input_data":"a\\u0000b\\ud800c"}');
      expect([status, body]).toMatchObject([
        200,
        { output: { nul_characters: 1, lone_surrogates: 1, characters: 5 } },
      ]);
    });

    it('accepts a megabyte in its longest JSON form, and not a byte more', async () => {
      const { status, body } = await send(`{"input_data":"${'\\u0001'.repeat(1_048_576)}"}`);
      expect([status, body]).toMatchObject([200, { input_bytes: 1_048_576 }]);
      const more = { input_data: `é${'x'.repeat(1_048_575)}` };
      await refuses(post().send(more), 413, 'PAYLOAD_TOO_LARGE', 'input_data is larger than 1048576 bytes');
      await refuses(
        send(`{"input_data":"${' '.repeat(8_000_000)}"}`),
        413,
        'PAYLOAD_TOO_LARGE',
        'body is too large',
      );
    });

    it.each(['br', 'zstd', 'compress', 'gzip, br', 'x'])('refuses the encoding %s', (encoding) =>
      refuses(
        post()
          .set({ 'Content-Type': 'application/json', 'Content-Encoding': encoding })
          .serialize((body: unknown) => body as string)
          .send(zstdCompressSync(JSON.stringify({ input_data: 'x' }))),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        'Content-Encoding must be one of gzip, deflate, identity',
      ),
    );

    it('accepts compressed bodies, and refuses a compression bomb at the limit', async () => {
      const gzipped = (data: string) =>
        post()
          .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
          .serialize((body: unknown) => body as string)
          .send(gzipSync(JSON.stringify({ input_data: data })));
      expect((await gzipped('a,b\n1,2')).body).toMatchObject({ output: { format: 'csv' } });
      await refuses(gzipped(' '.repeat(50_000_000)), 413, 'PAYLOAD_TOO_LARGE', 'body is too large');
    });
  });
});
