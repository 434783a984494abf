import { KeysUnavailable } from '../wire/bot-adapter.js';
import { KeyLooks } from './botbuilder-adapter.js';

it('unknown keys are fetched once a minute, by all calls together', async () => {
  let now = 0;
  let looks = 0;
  const sut = new KeyLooks(() => now);
  const keys = Promise.withResolvers<undefined>();
  const look = () => {
    looks += 1;
    return keys.promise;
  };
  const first = [sut.again(look), sut.again(look)];
  keys.resolve(undefined);
  await Promise.all(first);
  now = 59_999;
  await expect(sut.again(look)).rejects.toThrow(KeysUnavailable);
  expect(looks).toBe(1);
  now = 60_000;
  await sut.again(look);
  expect(looks).toBe(2);
});

it('a failed fetch of keys is not repeated for a minute', async () => {
  let now = 0;
  const sut = new KeyLooks(() => now);
  await expect(sut.again(() => Promise.reject(new KeysUnavailable('away')))).rejects.toThrow('away');
  await expect(sut.again(() => Promise.resolve())).rejects.toThrow('less than a minute ago');
  now = 60_000;
  await sut.again(() => Promise.resolve());
});
