import { Listener } from './listener.js';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:1234'],
  ['::1', 'http://[::1]:1234'],
])('has an address at %s', (host, url) => expect(new Listener(() => undefined, host, 1_234).url).toBe(url));

it('announces no end of an idle connection, which a gateway in the same process might use at that moment', async () => {
  const sut = new Listener((_, response) => response.end(), '127.0.0.1', 0);
  await sut.open();
  const { headers } = await fetch(sut.url);
  expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', null]);
  await sut.close();
});
