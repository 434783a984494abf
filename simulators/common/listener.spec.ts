import { Listener } from './listener.js';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:1234'],
  ['::1', 'http://[::1]:1234'],
])('the URL of a listener at %s is well-formed', (host, url) =>
  expect(new Listener(() => undefined, host, 1_234).url).toBe(url),
);

it('an answer announces no keep-alive time', async () => {
  const sut = new Listener((_, response) => response.end(), '127.0.0.1', 0);
  await sut.open();
  const { headers } = await fetch(sut.url);
  expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', null]);
  await sut.close();
});
