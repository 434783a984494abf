// The picture of a soak: memory and p99 over time, one above the other, as an SVG file.
const WIDTH = 900;
const HEIGHT = 200;
const MARGIN = 60;

/** @param samples `{at, memoryMb, p99}` each, by time in s */
export function drawSoak({ seconds, perSecond, chats, samples }) {
  const plots = [
    plot(samples, {
      of: ({ memoryMb }) => memoryMb,
      title: 'Resident memory, MB',
      colour: '#2563eb',
      seconds,
    }),
    plot(samples, {
      of: ({ p99 }) => p99,
      title: 'Webhook to reply, p99 of 10 s, ms',
      colour: '#b45309',
      seconds,
    }),
  ];
  const height = plots.length * (HEIGHT + MARGIN) + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 2 * MARGIN} ${height}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${MARGIN}" y="24" font-size="16">${perSecond} messages/s over ${chats} chats for ${seconds / 60} minutes</text>
${plots.map((each, n) => `<g transform="translate(${MARGIN} ${MARGIN + n * (HEIGHT + MARGIN)})">${each}</g>`).join('\n')}
</svg>
`;
}

function plot(samples, { of, title, colour, seconds }) {
  const top = roundUp(Math.max(...samples.map(of)));
  const x = (at) => ((at / seconds) * WIDTH).toFixed(1);
  const y = (value) => (HEIGHT - (value / top) * HEIGHT).toFixed(1);
  const points = samples.map((each) => `${x(each.at)},${y(of(each))}`).join(' ');
  const lines = [0, 0.5, 1].map(
    (part) =>
      `<path d="M0 ${y(part * top)}H${WIDTH}" stroke="#ddd"/><text x="-8" y="${y(part * top)}" dy="4" text-anchor="end">${part * top}</text>`,
  );
  const ends = `<text x="0" y="${HEIGHT + 18}">0</text><text x="${WIDTH}" y="${HEIGHT + 18}" text-anchor="end">${seconds} s</text>`;
  return `<text x="0" y="-8">${title}</text>${lines.join('')}${ends}<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value);
}
