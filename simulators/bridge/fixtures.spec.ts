import type { ExampleId } from './fixtures.js';
import { EXAMPLES } from './fixtures.js';

it('has E1 to E40, in one or two bodies', () => {
  const ids = Array.from({ length: 40 }, (_none, index) => `E${index + 1}` as ExampleId);
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(ids.toSorted());
  const pairs = ids.filter((id) => EXAMPLES[id].length === 2);
  expect(pairs).toEqual(['E27', 'E29', 'E31', 'E36']);
  expect(ids.flatMap((id) => EXAMPLES[id])).toHaveLength(44);
});

it('is as written in the reference', () => {
  expect(EXAMPLES.E1[0]).toMatchObject({ type: 'new-message', data: { text: 'Are we still on for six?' } });
  expect(EXAMPLES.E25[0]?.data).not.toHaveProperty('chats');
  expect(EXAMPLES.E36.map((each) => 'tempGuid' in (each.data as object))).toEqual([true, false]);
  expect(EXAMPLES.E40).toEqual([{ type: 'hello-world', data: null }]);
});

it('cannot be changed by one test for the others', () => {
  expect(Object.isFrozen(EXAMPLES.E1[0]?.data)).toBe(true);
});
