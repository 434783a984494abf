import { nodeHoles } from './node-holes.js';

describe('nodeHoles', () => {
  it.each([
    ['24.21.0', '24.22.1'],
    ['24.22.0', '24.22.1'],
    ['24.9.9', '24.22.1'],
    ['25.99.0', '26.12.1'],
    ['26.10.0', '26.12.1'],
    ['26.12.0', '26.12.1'],
    ['26.12.0-nightly20261001', '26.12.1'],
    ['22.23.4', '26.12.1'],
  ])('names %s and the release with the fixes', (version, fixed) => {
    expect(nodeHoles(version)).toBe(
      `Node ${version} has known security holes (CVE-2026-111497 and others), fixed in ${fixed}`,
    );
  });

  it.each(['24.22.1', '24.22.10', '24.100.0', '26.12.1', '26.13.0', '27.0.0', '28.1.0'])(
    'finds none in %s',
    (version) => expect(nodeHoles(version)).toBeUndefined(),
  );
});
