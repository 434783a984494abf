import type { BridgeClient } from './client/bridge-client.js';
import { HandleDirectory } from './handles.js';

const PAGE = 1_000;

describe('the addresses of handles', () => {
  /** @param unreadable the places of handles without an address */
  const learned = async (count: number, rowId: number, unreadable: readonly number[] = []) => {
    const offsets: number[] = [];
    const handles = async ({ offset, limit }: { offset: number; limit: number }) => {
      offsets.push(offset);
      const left = Math.max(0, Math.min(limit, count - offset));
      const data = Array.from({ length: left }, (_, at) => ({
        originalROWID: offset + at,
        address: unreadable.includes(offset + at) ? null : ` ${offset + at}@example.org `,
      }));
      return { ok: true, data };
    };
    const sut = new HandleDirectory({ handles } as unknown as BridgeClient);
    await sut.learn(rowId);
    return [sut.addressOf(rowId), offsets];
  };

  it('are read page by page up to the one that is wanted, whatever is between', async () => {
    expect(await learned(3 * PAGE, 5)).toEqual(['5@example.org', [0]]);
    expect(await learned(3 * PAGE, PAGE + 5)).toEqual([`${PAGE + 5}@example.org`, [0, PAGE]]);
    expect(await learned(3 * PAGE, PAGE + 5, [3])).toEqual([`${PAGE + 5}@example.org`, [0, PAGE]]);
  });

  it('end with the list, or where it is too long', async () => {
    expect(await learned(PAGE + 7, 9_999_999)).toEqual([undefined, [0, PAGE]]);
    const [address, offsets] = await learned(1_000_000, 9_999_999);
    expect([address, (offsets as number[]).at(-1)]).toEqual([undefined, 10 * PAGE]);
  });
});
