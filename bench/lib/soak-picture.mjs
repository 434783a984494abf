// The picture of a soak, as an SVG file: memory, latency, CPU and wrong answers over time, one below the other.
const WIDTH = 860;
const HEIGHT = 130;
const LEFT = 70;
const RIGHT = 30;
const TOP = 84;
const GAP = 46;
const GRID = '#e2e8f0';
const TEXT = '#334155';

/** Memory is to stay below this, MB (DESIGN 8). */
const MEMORY_TARGET_MB = 250;

/** @param soak as bench/soak.json has it: `samples` are `{at, memoryMb, p50, p99, cpuMs, lost, doubled}`, `at` in s */
export function drawSoak(soak) {
  const { seconds, everySeconds, perSecond, chats, samples, lost, doubled, date, machine } = soak;
  const of = (key) => samples.map((each) => ({ at: each.at, value: each[key] }));
  const wrong = samples.map(({ at, lost: gone, doubled: twice }) => ({ at, value: gone + twice }));
  const span = `of ${everySeconds} s`;
  const panels = [
    {
      title: 'Resident memory, MB',
      curves: [{ points: of('memoryMb'), colour: '#2563eb' }],
      target: MEMORY_TARGET_MB,
    },
    {
      title: 'Webhook to reply at the bridge, ms',
      curves: [
        { points: of('p99'), colour: '#b45309', name: `p99 ${span}` },
        { points: of('p50'), colour: '#0f766e', name: `p50 ${span}` },
      ],
    },
    { title: 'CPU per message, ms (all threads)', curves: [{ points: of('cpuMs'), colour: '#7c3aed' }] },
    { title: `Messages lost or doubled ${span}`, curves: [{ points: wrong, colour: '#dc2626' }], least: 4 },
  ];
  const height = TOP + panels.length * (HEIGHT + GAP) + 10;
  const total = seconds * perSecond;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + RIGHT} ${height}" font-family="sans-serif" font-size="13" fill="${TEXT}">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="28" font-size="18" font-weight="bold">${durationText(seconds)} at ${perSecond} messages/s over ${chats} chats: ${total.toLocaleString('en')} messages, lost ${lost}, doubled ${doubled}</text>
<text x="${LEFT}" y="48">${escaped(`${date}, ${machine}; sender, bridge and model on the same cores`)}</text>
${panels.map((each, n) => `<g transform="translate(${LEFT} ${TOP + n * (HEIGHT + GAP)})">${panel(each, seconds)}</g>`).join('\n')}
</svg>
`;
}

function panel({ title, curves, target, least = 0 }, seconds) {
  const values = curves.flatMap(({ points }) => points.map(({ value }) => value));
  const step = stepFor(Math.max(...values, target ?? 0, least));
  const top = 4 * step;
  const x = (at) => ((at / seconds) * WIDTH).toFixed(1);
  const y = (value) => (HEIGHT - (value / top) * HEIGHT).toFixed(1);
  const rows = [0, 1, 2, 3, 4]
    .map((n) => n * step)
    .map((value) => {
      const label = `<text x="-8" y="${y(value)}" dy="4" text-anchor="end">${Number(value.toFixed(2))}</text>`;
      return `<path d="M0 ${y(value)}H${WIDTH}" stroke="${GRID}"/>${label}`;
    });
  const lines = curves.map(({ points, colour }) => {
    const path = points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-linejoin="round"/>`;
  });
  return [
    `<text y="-9" font-weight="bold">${title}</text>`,
    rows,
    times(seconds, x),
    limit(target, y),
    lines,
    names(curves),
  ]
    .flat()
    .join('');
}

/** The time axis: minutes, or seconds in a short run. */
function times(seconds, x) {
  const unit = seconds >= 300 ? { name: 'min', s: 60 } : { name: 's', s: 1 };
  const step = stepFor(seconds / unit.s / 1.5);
  const marks = Array.from({ length: Math.floor(seconds / unit.s / step) + 1 }, (_, n) => n * step);
  return marks.map((mark) => {
    const at = x(mark * unit.s);
    const label = `<text x="${at}" y="${HEIGHT + 17}" text-anchor="middle">${mark} ${unit.name}</text>`;
    return `<path d="M${at} 0V${HEIGHT}" stroke="${GRID}"/>${label}`;
  });
}

function limit(target, y) {
  if (target === undefined) return '';
  const label = `<text x="${WIDTH}" y="${y(target)}" dy="-4" text-anchor="end">target: at most ${target}</text>`;
  return `<path d="M0 ${y(target)}H${WIDTH}" stroke="${TEXT}" stroke-dasharray="5 4"/>${label}`;
}

function names(curves) {
  return curves
    .filter(({ name }) => name)
    .map(
      ({ name, colour }, n) =>
        `<text x="${WIDTH - n * 110}" y="-9" text-anchor="end" fill="${colour}">${name}</text>`,
    );
}

/** A quarter of an axis that reaches `most`: 1, 2, 2.5 or 5 times a power of ten. */
function stepFor(most) {
  const quarter = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(quarter));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= quarter);
}

export const durationText = (seconds) =>
  seconds >= 120 ? `${Number((seconds / 60).toFixed(1))} minutes` : `${seconds} s`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
