import { jest } from '@jest/globals';
import type { Database } from '../persistence/index.js';
import type { ErasuresRepository } from './erasures.repository.js';
import { ErasureWatch } from './erasure-watch.service.js';
import type { PersonalParts } from './personal-parts.service.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a person whom another replica erases is forgotten when that begins and when it has ended', async () => {
  const erasure = { id: 'ers_1', person: { addresses: [{ senderId: 'ann' }] } };
  let underWay = [erasure];
  const forgotten: (readonly string[])[] = [];
  const sut = new ErasureWatch(
    { dialect: 'postgres' } as Database,
    { underWay: async () => underWay } as unknown as ErasuresRepository,
    { forget: async (names: readonly string[]) => void forgotten.push(names) } as unknown as PersonalParts,
  );
  sut.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(forgotten).toEqual([['ann']]);
  underWay = [];
  await jest.advanceTimersByTimeAsync(2_000);
  expect(forgotten).toEqual([['ann'], ['ann']]);
  await sut.onModuleDestroy();
});
