import { MODEL_TYPES } from '../../config/index.js';
import { WIRES } from './wires.js';

it('the settings know the wires there are, which address their vendors have, and which take PDFs', () => {
  const known = MODEL_TYPES.map(({ type, hasDefaultBaseUrl, takesPdfs }) => ({
    type,
    hasDefaultBaseUrl,
    takesPdfs,
  }));
  const wires = WIRES.map(({ type, defaultBaseUrl, takesPdfs }) => ({
    type,
    hasDefaultBaseUrl: defaultBaseUrl !== undefined,
    takesPdfs,
  }));
  expect(wires).toEqual(known);
});
