import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inMemory } from '../../channels/index.js';
import { readOggOpus } from './ogg-opus.js';
import { voiceMemoOf } from './outbound.js';

/** Files of opusenc and their conversions, which play the same samples as those of `ffmpeg -c copy`. */
const golden = (name: string) => readFileSync(join('test/support/voice', name));
const wrapped = async (bytes: Uint8Array) => {
  const memo = await voiceMemoOf({ name: 'memo.ogg', mimeType: 'audio/opus', content: inMemory(bytes) });
  if (!memo) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of memo.content.read()) pieces.push(piece);
  return { name: memo.name, mimeType: memo.mimeType, bytes: Buffer.concat(pieces) };
};

describe('voiceMemoOf', () => {
  it.each(['mono', 'stereo'])('row 34: wraps Opus in a Core Audio file, bit for bit: %s', async (name) => {
    const memo = { name: 'Audio Message.caf', mimeType: 'audio/x-caf', bytes: golden(`${name}.caf`) };
    expect(await wrapped(golden(`${name}.ogg`))).toEqual(memo);
  });

  it.each(['audio/mpeg', 'audio/x-caf'])('returns %s unchanged', async (mimeType) => {
    const file = { name: 'memo', mimeType, content: inMemory(Buffer.from('x')) };
    expect(await voiceMemoOf(file)).toBe(file);
  });

  it('returns nothing for a damaged file, and never throws', async () => {
    const whole = golden('mono.ogg');
    expect(await wrapped(whole.subarray(0, 200))).toBeUndefined();
    expect(await wrapped(Buffer.from('OggS'.padEnd(28, '\0') + 'OpusHead'))).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), (at, value) => {
        const damaged = Buffer.from(whole);
        damaged[at] = value;
        readOggOpus(damaged);
        readOggOpus(damaged.subarray(0, at));
      }),
    );
  });

  it('measures how long a recording is', () => {
    const [mono, stereo] = ['mono', 'stereo'].map((name) => readOggOpus(golden(`${name}.ogg`))!);
    expect([mono!.length / 48_000, mono!.channels, mono!.inputRate]).toEqual([1.3, 1, 24_000]);
    expect([stereo!.length / 48_000, stereo!.channels, stereo!.inputRate]).toEqual([0.5, 2, 48_000]);
  });
});
