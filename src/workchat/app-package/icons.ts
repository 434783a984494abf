import { encode } from 'fast-png';

/** Sides of the two icons, pixels (spec 3-workchat, "Limits"). */
export const ICON_SIZES = { color: 192, outline: 32 } as const;
export type IconKind = keyof typeof ICON_SIZES;

const { abs, max, min, round, sqrt } = Math;

type Color = readonly [red: number, green: number, blue: number];
/** The distance of a point from the edge of a shape, relative to its side; negative inside. */
type Distance = (x: number, y: number) => number;

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [24, 24, 24];
/** Samples per pixel and direction, which make edges smooth. */
const SAMPLES = 4;
/** The platform cuts off the corners of the coloured icon, so the picture stays in its middle. */
const MARGIN = 0.2;
const STROKE = 0.075;

/** A speech bubble on the accent colour. @param accent `#` and six hex digits @returns a PNG, equal for equal colours */
export function colorIcon(accent: string): Uint8Array {
  const ground = colorOf(accent);
  const ink = luminance(ground) > 0.45 ? BLACK : WHITE;
  const inside = (x: number, y: number) => bubble(x, y) <= 0 && dots(x, y) > 0;
  return drawn(ICON_SIZES.color, MARGIN, inside, (share) => [...mixed(ground, ink, share), 255]);
}

/** The outline of the same bubble, white on a transparent ground. */
export function outlineIcon(): Uint8Array {
  const inside = (x: number, y: number) => abs(bubble(x, y) + STROKE / 2) <= STROKE / 2 || dots(x, y) <= 0;
  return drawn(ICON_SIZES.outline, 0.03, inside, (share) => [...WHITE, round(255 * share)]);
}

function drawn(
  side: number,
  margin: number,
  inside: (x: number, y: number) => boolean,
  paint: (share: number) => readonly number[],
): Uint8Array {
  const data = new Uint8Array(side * side * 4);
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1)
      data.set(paint(shareOf(column, row, { side, margin, inside })), (row * side + column) * 4);
  return encode({ width: side, height: side, data, channels: 4, depth: 8 }, { zlib: { level: 9 } });
}

interface Canvas {
  readonly side: number;
  readonly margin: number;
  readonly inside: (x: number, y: number) => boolean;
}

/** The share of a pixel inside the shape, 0 to 1. */
function shareOf(column: number, row: number, { side, margin, inside }: Canvas): number {
  const at = (pixel: number, sample: number) =>
    ((pixel + (sample + 0.5) / SAMPLES) / side - margin) / (1 - 2 * margin);
  let hits = 0;
  for (let y = 0; y < SAMPLES; y += 1)
    for (let x = 0; x < SAMPLES; x += 1) if (inside(at(column, x), at(row, y))) hits += 1;
  return hits / SAMPLES ** 2;
}

const bubble: Distance = (x, y) => min(body(x, y), tail(x, y));

/** A rectangle with round corners. */
const body: Distance = (x, y) => {
  const radius = 0.2;
  const [across, down] = [abs(x - 0.5) - (0.5 - radius), abs(y - 0.4) - (0.36 - radius)];
  const outside = length(max(across, 0), max(down, 0));
  return outside + min(max(across, down), 0) - radius;
};

/** A triangle whose upper part is inside the body: left edge upright, right edge slanting. */
const tail: Distance = (x, y) => max(0.2 - x, 0.4 - y, (x + 0.62 * y - 0.82) / length(1, 0.62));

/** Three dots in a row. */
const dots: Distance = (x, y) => {
  const across = abs(x - 0.5);
  return length(across < 0.12 ? across : across - 0.24, y - 0.4) - 0.075;
};

/** `Math.hypot`, whose handling of huge numbers would take most of the time. */
const length = (x: number, y: number): number => sqrt(x * x + y * y);

const colorOf = (hex: string): Color => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [red, green, blue];
};

const mixed = (from: Color, to: Color, share: number): Color => {
  const [red = 0, green = 0, blue = 0] = from.map((part, at) => round(part + ((to[at] ?? 0) - part) * share));
  return [red, green, blue];
};

/** Relative luminance, 0 to 1 (WCAG 2). */
function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
