/** Sizes of the picture, in pixels, and its colors. */
const LINE = 20;
const CHARACTER = 8.43;
const MARGIN = 20;
const COLUMNS = 82;
const COLORS: Readonly<Record<string, string>> = {
  '›': '#7dcfff',
  '‹': '#9ece6a',
  '◇': '#bb9af7',
  $: '#e0af68',
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A mark at the start of a line colors the whole line; the frame's strokes are dim. */
const markup = (line: string): string => {
  const color = COLORS[line.charAt(0)];
  if (color !== undefined) return `<tspan fill="${color}">${escaped(line)}</tspan>`;
  return escaped(line).replace(/^[┌│└]/, '<tspan fill="#565f89">$&</tspan>');
};

/**
 * Draws what a terminal shows, as an SVG of text that can be read without the font it was made with.
 * @param title for those who do not see the picture
 * @param lines of at most 80 characters
 */
export function terminalPicture(title: string, lines: readonly string[]): string {
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN;
  const texts = lines.map(
    (line, i) =>
      `<text x="${MARGIN}" y="${MARGIN + 15 + i * LINE}" xml:space="preserve">${markup(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#1a1b26"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#c0caf5">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
