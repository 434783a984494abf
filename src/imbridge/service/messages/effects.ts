const BUBBLE = 'com.apple.MobileSMS.expressivesend.';
const SCREEN = 'com.apple.messages.effect.CK';

/** Apple's ids by the names people use, without separators (wire 4.1). */
const EFFECTS: Readonly<Record<string, string>> = {
  slam: `${BUBBLE}impact`,
  loud: `${BUBBLE}loud`,
  gentle: `${BUBBLE}gentle`,
  invisible: `${BUBBLE}invisibleink`,
  invisibleink: `${BUBBLE}invisibleink`,
  echo: `${SCREEN}EchoEffect`,
  spotlight: `${SCREEN}SpotlightEffect`,
  balloons: `${SCREEN}HappyBirthdayEffect`,
  confetti: `${SCREEN}ConfettiEffect`,
  love: `${SCREEN}HeartEffect`,
  heart: `${SCREEN}HeartEffect`,
  hearts: `${SCREEN}HeartEffect`,
  lasers: `${SCREEN}LasersEffect`,
  fireworks: `${SCREEN}FireworksEffect`,
  celebration: `${SCREEN}SparklesEffect`,
  sparkles: `${SCREEN}SparklesEffect`,
  shootingstar: `${SCREEN}ShootingStarEffect`,
};

export const NO_SUCH_EFFECT = `no such effect; the effects are: ${Object.keys(EFFECTS).join(', ')}`;

/**
 * The id of an effect by its name, or an id of Apple's unchanged: the bridge checks neither, and silently ignores a
 * wrong one.
 * @returns undefined for anything else.
 */
export function effectIdOf(name: string): string | undefined {
  const text = name.trim();
  if (
    text.length > Math.min(BUBBLE.length, SCREEN.length) &&
    [BUBBLE, SCREEN].some((each) => text.startsWith(each))
  )
    return text;
  const key = text.toLowerCase().replace(/[\s_-]+/g, '');
  return Object.hasOwn(EFFECTS, key) ? EFFECTS[key] : undefined;
}

/** An effect's usual name; undefined for an id that has no name here. */
export const effectNameOf = (id: string): string | undefined =>
  Object.entries(EFFECTS).find(([, known]) => known === id.trim())?.[0];
