import { effectIdOf } from './effects.js';

it.each([
  ['slam', 'com.apple.MobileSMS.expressivesend.impact'],
  [' Invisible Ink ', 'com.apple.MobileSMS.expressivesend.invisibleink'],
  ['invisible-ink', 'com.apple.MobileSMS.expressivesend.invisibleink'],
  ['SHOOTING_STAR', 'com.apple.messages.effect.CKShootingStarEffect'],
  ['balloons', 'com.apple.messages.effect.CKHappyBirthdayEffect'],
  ['com.apple.messages.effect.CKNewEffect', 'com.apple.messages.effect.CKNewEffect'],
])('the effect %s has the id %s', (name, id) => expect(effectIdOf(name)).toBe(id));

it.each(['', 'explode', 'constructor', '__proto__', 'com.apple.other', 'com.apple.messages.effect.CK'])(
  '%j is no effect',
  (name) => expect(effectIdOf(name)).toBeUndefined(),
);
