import { Listener } from './listener.js';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:1234'],
  ['::1', 'http://[::1]:1234'],
])('has an address at %s', (host, url) => expect(new Listener(() => undefined, host, 1_234).url).toBe(url));
