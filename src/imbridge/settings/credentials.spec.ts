import { credentialsOf, comparable, matches } from './credentials.js';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a webhook secret', () => {
  it.each([
    ['/hook?guid=s3cret', {}],
    ['/hook?x=1&password=s3cret', {}],
    ['/hook?token=s3cret#', {}],
    ['/hook', { 'x-guid': 's3cret' }],
    ['/hook', { 'x-password': 's3cret' }],
    ['/hook', { 'x-imbridge-guid': 's3cret' }],
    ['/hook', { 'x-bluebubbles-guid': 's3cret' }],
    ['/hook', { authorization: 's3cret' }],
    ['/hook', { authorization: 'bearer  s3cret' }],
    ['/hook', { authorization: basic('imb:s3cret') }],
    ['/hook', { authorization: basic('s3cret:') }],
    ['/hook?password=&password=no', { 'x-guid': 's3cret' }],
  ])('is found in %s %j', (url, headers) => {
    const presented = credentialsOf({ url: url.replace(/#$/, ''), headers });
    expect(matches(comparable('s3cret'), presented.map(comparable))).toBe(true);
  });

  it('is read with a plus both ways, and with a broken escape', () => {
    expect(credentialsOf({ url: '/h?password=a+b%26', headers: {} })).toEqual(['a+b&', 'a b&']);
    expect(credentialsOf({ url: '/h?password=50%', headers: {} })).toEqual(['50%']);
  });

  it('is looked for in 32 places at most, empty ones included', () => {
    expect(credentialsOf({ url: '/h?password', headers: {} })).toEqual(['']);
    expect(credentialsOf({ url: `/h?${'guid=x&'.repeat(100)}`, headers: {} })).toHaveLength(32);
    expect(credentialsOf({ url: '/h?Password=x&pass=y', headers: {} })).toEqual([]);
  });

  it('is compared without white space at the ends', () => {
    expect(matches(comparable(' a '), [comparable('a')])).toBe(true);
    expect(matches(comparable('a'), [comparable('b'), comparable('A')])).toBe(false);
    expect(matches(comparable('a'), [])).toBe(false);
  });

  it.each([126, 127, 128, 500])('of %d bytes is compared by each byte and by its length', (bytes) => {
    const secret = `é${'x'.repeat(bytes - 3)}y`;
    const others = [
      `${secret}y`,
      secret.slice(0, -1),
      `${secret.slice(0, -1)}z`,
      `${secret}\0`,
      `e${secret}`,
    ];
    expect(matches(comparable(secret), [comparable('no'), comparable(secret)])).toBe(true);
    expect(matches(comparable(secret), others.map(comparable))).toBe(false);
  });
});
