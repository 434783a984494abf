import { nearSenders } from './people.service.js';

describe('suggests known ids for an unknown one', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'in another spelling first',
      '+12025550143',
      ['12025550144', '１ (202) 555-0143'],
      ['１ (202) 555-0143', '12025550144'],
    ],
    ['in another case', 'ANN@example.org', ['ann@EXAMPLE.org'], ['ann@EXAMPLE.org']],
    [
      'of which it is a part, or which are a part of it',
      'ann',
      ['joanne', 'an', 'ann@example.org'],
      ['ann@example.org', 'joanne'],
    ],
    ['none that is a part of two letters', 'annabel', ['an', 'bel'], ['bel']],
    [
      'with up to two typing errors',
      'kitten',
      ['kittens', 'sitten', 'sittin', 'sitting', 'smitte'],
      ['kittens', 'sitten', 'sittin'],
    ],
    ['up to two letters longer or shorter', 'karen', ['krn', 'kaxrexn', 'kaxrexnx'], ['kaxrexn', 'krn']],
    ['and for one of two letters only itself', 'jo', ['Jo', 'ja', 'job'], ['Jo']],
    [
      'once each, in their order, and the nearest five',
      'room1',
      ['room7', 'room6', 'room2', 'room2', 'room5', 'room4', 'Room1'],
      ['Room1', 'room2', 'room4', 'room5', 'room6'],
    ],
  ])('are those %s', (_, id, known, near) => {
    expect(nearSenders(id, known)).toEqual(near);
  });
});
