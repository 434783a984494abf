/**
 * The first release of each line of Node that has every fix known when this was written: those of 2026-10-21
 * (https://nodejs.org/en/blog/vulnerability/october-2026-security-releases). Lines between them get no more fixes; later
 * lines began with them.
 */
const FIXED_IN: readonly (readonly [line: number, minor: number, patch: number])[] = [
  [24, 22, 1],
  [26, 12, 1],
];
const HOLES = 'CVE-2026-111497 and others';

/**
 * What is wrong with a version of Node, without a full stop; undefined for one without known holes.
 * @param version such as 24.21.0
 */
export function nodeHoles(version: string): string | undefined {
  const [line = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const own = FIXED_IN.find(([fixed]) => fixed === line);
  const newest = FIXED_IN.at(-1) ?? [0, 0, 0];
  if (own ? minor > own[1] || (minor === own[1] && patch >= own[2]) : line > newest[0]) return undefined;
  return `Node ${version} has known security holes (${HOLES}), fixed in ${(own ?? newest).join('.')}`;
}
