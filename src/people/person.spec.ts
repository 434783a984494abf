import { Footprint, isOneOfThem, isOnTheirs, type Person } from './person.js';

const PERSON: Person = {
  addresses: [
    { channel: 'chat', account: null, senderId: 'ann' },
    { channel: 'mail', account: 'second', senderId: 'ann@example.org' },
  ],
  userId: 'usr_1',
  pseudonym: 'erased_x',
};
const PLACE = { channel: 'chat', account: 'default', conversation: 'c-ann' };

it.each([
  [{ channel: 'chat', account: 'any', senderId: 'ann' }, true, true],
  [{ channel: 'chat', account: 'any', senderId: 'ben' }, false, true],
  [{ channel: 'chat', account: 'any', senderId: null }, false, true],
  [{ channel: 'mail', account: 'second', senderId: 'ann@example.org' }, true, true],
  [{ channel: 'mail', account: 'default', senderId: 'ann@example.org' }, false, false],
  [{ channel: 'mail', account: 'second', senderId: 'ann' }, false, true],
  [{ channel: 'other', account: 'default', senderId: 'ann' }, false, false],
])('the sender %j is the person: %s; they have an address there: %s', (sender, is, has) => {
  expect(isOneOfThem(PERSON, sender)).toBe(is);
  expect(isOnTheirs(PERSON, sender)).toBe(has);
});

describe('the footprint of a person', () => {
  it('knows direct conversations and those with others, each once', () => {
    const sut = new Footprint(PERSON);
    const group = { ...PLACE, conversation: 'g' };
    for (const _ of [1, 2]) {
      sut.addPlace({ ...PLACE });
      sut.addPlace({ ...group }, false);
    }
    expect([sut.places, sut.sharedPlaces]).toEqual([[PLACE], [group]]);
    expect([PLACE, group].map((each) => [sut.isDirect(each), sut.isKnown(each)])).toEqual([
      [true, true],
      [false, true],
    ]);
    for (const other of [{ channel: 'x' }, { account: 'x' }, { conversation: 'x' }])
      expect(sut.isKnown({ ...PLACE, ...other })).toBe(false);
  });

  it('is named by addresses, direct conversations and the user, once each', () => {
    const sut = new Footprint(PERSON);
    sut.addPlace(PLACE);
    sut.addPlace({ ...PLACE, account: 'second' });
    sut.addPlace({ ...PLACE, conversation: 'g' }, false);
    expect(sut.addresses).toEqual(['ann', 'ann@example.org', 'c-ann', 'usr_1']);
    expect(new Footprint({ ...PERSON, userId: null }).addresses).toEqual(['ann', 'ann@example.org']);
  });

  it('has names of two letters and more', () => {
    const sut = new Footprint(PERSON);
    for (const name of [null, '', ' a ', 'Al', 'Ann']) sut.addName(name);
    expect([...sut.names]).toEqual(['Al', 'Ann']);
  });

  it('includes all that another one has', () => {
    const earlier = new Footprint(PERSON);
    earlier.addPlace(PLACE);
    earlier.addPlace({ ...PLACE, conversation: 'g' }, false);
    earlier.addName('Ann');
    const { lines, deliveries, events, approvals, media, keys } = earlier;
    const sets = { events, approvals, media, keys, line: lines.own, part: lines.shared };
    for (const [id, set] of Object.entries({ ...sets, own: deliveries.own, shared: deliveries.shared }))
      set.add(id);
    const sut = new Footprint(PERSON);
    sut.include(earlier);
    expect(sut).toEqual(earlier);
  });
});
