import { DeliveryConfig } from '../../config/index.js';
import type { MediaStore } from '../../media/index.js';
import { OutboundFile } from '../../delivery/index.js';
import { OrderFiles } from './order-files.service.js';

const MB = 1024 * 1024;
const kept = (bytes: number, mediaMaxMb: number) =>
  new OrderFiles(Object.assign(new DeliveryConfig(), { mediaMaxMb }), {} as MediaStore, {} as never).kept(
    { id: 'a', mimeType: 'video/mp4', bytes },
    'film.mp4',
  );

it('a kept file is passed on up to delivery.mediaMaxMb, whatever its size', () => {
  expect(kept(300 * MB, 400)).toBeInstanceOf(OutboundFile);
  expect(kept(300 * MB, 64)).toEqual({
    kind: 'too-large',
    text: 'is larger than delivery.mediaMaxMb (64 MB)',
  });
});

it.each([
  [400, 64],
  [8, 8],
])('mediaMaxMb of %i allows base64 of %i MB', (mediaMaxMb, base64MaxMb) => {
  expect(Object.assign(new DeliveryConfig(), { mediaMaxMb }).base64MaxMb).toBe(base64MaxMb);
});
