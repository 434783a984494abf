/** The platform's first six; newer ones come as a name, sometimes with the code point in front (wire 1.9). */
const EMOJI: Readonly<Record<string, string>> = {
  like: '👍',
  heart: '❤️',
  laugh: '😆',
  surprised: '😮',
  sad: '🙁',
  angry: '😡',
};
const CODE_POINT = /^([0-9a-f]{4,6})_/i;

/** The emoji of a reaction; its name, where only the platform's clients know the picture. */
export function emojiOf(kind: string): string {
  const known = EMOJI[kind];
  if (known !== undefined) return known;
  const [, code] = CODE_POINT.exec(kind) ?? [];
  const point = Number.parseInt(code ?? '', 16);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : kind;
}
