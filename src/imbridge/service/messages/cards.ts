/** The preview of a link, whose row has the address as its text. */
export const URL_BALLOON = 'com.apple.messages.URLBalloonProvider';

/** Messages writes it in place of a card, perhaps with U+FFFC (wire 15). */
const PLACEHOLDER = /^[\ufffd\s]+$/u;

/** What a card is, by the end of its app's bundle id; each is the object of "shared". */
const CARDS: readonly (readonly [RegExp, string])[] = [
  [/\.messages\.polls$/i, 'a poll'],
  [/\bfindmy\b/i, 'a location (Find My)'],
  [/\bSafetyMonitor/i, 'a Check In'],
  [/\bAskTo/i, 'a request to their family (Ask to Buy or Screen Time)'],
  [/\bPeopleMessage/i, 'a request to their family (Ask to Buy or Screen Time)'],
  [/\bPeerPayment/i, 'an Apple Cash payment or request'],
  [/\bDigitalTouch/i, 'a Digital Touch message'],
  [/\bHandwriting\b/i, 'a handwritten message'],
  [/\bPhotosMessagesApp$/i, 'a link to photos'],
  [/\bActivityMessagesApp\b/i, 'a fitness activity'],
  [/\.business\.extension$/i, 'a business form'],
  [/game/i, 'a game move'],
];
const LONGEST_APP = 80;

/** Whether a text has no words and only stands for something that Messages shows. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

/**
 * What a row without words is, in words for the assistant.
 * @param bundleId of the app that shows it, in Apple's form `PLUGIN:TEAM:APP` or alone; not trusted
 */
export function cardIn(bundleId: string | undefined): string {
  const app = bundleId?.split(':').at(-1)?.trim() ?? '';
  const known = CARDS.find(([form]) => form.test(app));
  if (known) return known[1];
  const isName = app.length <= LONGEST_APP && /^[\w-]+(?:\.[\w-]+)+$/.test(app);
  return isName ? `a card of the app ${app}` : 'a card that only Messages can show';
}
