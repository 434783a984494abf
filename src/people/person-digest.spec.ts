import { digestOf } from './index.js';

const ann = { channel: 'imbridge', account: null, senderId: 'ann' };
const ben = { channel: 'workchat', account: 'default', senderId: 'ben' };

it('a digest is the same for the same person, whose ids have no order', () => {
  const digest = digestOf({ addresses: [ann, ben], userId: 'usr_1' });
  expect(digest).toMatch(/^[0-9a-f]{12}$/);
  expect(digestOf({ addresses: [ben, ann], userId: 'usr_1' })).toBe(digest);
});

it('a digest is another one where an id, an account, a channel or the user is another', () => {
  const others = [
    [],
    [ann, ben],
    [{ ...ann, senderId: 'anna' }],
    [{ ...ann, account: 'default' }],
    [{ ...ann, channel: 'workchat' }],
  ].map((addresses) => digestOf({ addresses, userId: null }));
  const all = [
    ...others,
    digestOf({ addresses: [ann], userId: null }),
    digestOf({ addresses: [ann], userId: 'usr_1' }),
  ];
  expect(new Set(all).size).toBe(7);
});
