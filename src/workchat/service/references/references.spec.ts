import { FakeClock } from '../../../../test/support/fake-clock.js';
import { MemoryState } from '../../../../test/support/imbridge.js';
import type { ConversationId } from '../../../channels/index.js';
import { References } from './references.js';

it('does once what several simultaneous events need', async () => {
  const sut = new References(new MemoryState(), new FakeClock());
  const chat = 'a:1' as ConversationId;
  expect(await Promise.all([sut.once('welcomed', chat), sut.once('welcomed', chat)])).toEqual([true, false]);
  expect(await sut.once('welcomed', chat)).toBe(false);
  expect(await sut.once('welcomed', 'a:2' as ConversationId)).toBe(true);
});
