import type { TurnInput } from '../../assistant/index.js';
import { dimensionsOf } from './dimensions.js';

const inputOf = (more: object) =>
  ({ agent: { id: 'main', runtime: { type: 'echo' } }, message: {}, ...more }) as unknown as TurnInput;

it('a call is counted for its place and person, or for its key and user, and for none where there is none', () => {
  const place = { channel: 'fake', account: 'one', conversation: { id: 'c' } };
  const own = { day: 'today', agent: 'main', model: 'echo' };
  const none = { channel: '', sender: '', conversation: '', key_id: '' };
  const there = { channel: 'fake', conversation: 'fake:one:c' };
  expect(dimensionsOf(inputOf({}), 'today')).toEqual({ ...own, ...none });
  expect(dimensionsOf(inputOf({ place }), 'today')).toEqual({ ...own, ...none, ...there });
  expect(dimensionsOf(inputOf({ place, message: { from: { id: 'ann' } } }), 'today')).toEqual({
    ...own,
    ...none,
    ...there,
    sender: 'fake:ann',
  });
  expect(dimensionsOf(inputOf({ caller: { userId: 'usr_1', keyId: 'key_1' } }), 'today')).toEqual({
    ...own,
    ...none,
    sender: 'usr_1',
    key_id: 'key_1',
  });
});
