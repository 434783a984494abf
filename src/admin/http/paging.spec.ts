import { Keyset } from './paging.js';

const sut = new Keyset<string>(/^n\d+$/, (item) => item);
const ALL = ['n1', 'n2', 'n3', 'n4', 'n5'];

const fetch = async ({ limit, key }: { limit: number; key: string | undefined }) =>
  ALL.filter((item) => key === undefined || item > key).slice(0, limit);
const page = (limit: number, cursor?: string) => sut.page({ limit, cursor }, fetch, (item) => item);
const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('Keyset', () => {
  it('walks the whole list, each item once, and ends with null', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let i = 0; i < 10; i++) {
      const { items, next_cursor } = await page(2, cursor);
      seen.push(...items);
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    expect(seen).toEqual(ALL);
  });

  it('has no next page when the last one is exactly full', async () => {
    await expect(page(5)).resolves.toEqual({ items: ALL, next_cursor: null });
  });

  it('keeps its place when earlier items are deleted', async () => {
    const { next_cursor } = await page(2);
    const { items } = await sut.page(
      { limit: 2, cursor: next_cursor! },
      async ({ key }) => ALL.filter((item) => item !== 'n1' && item !== 'n2' && item > key!),
      (item) => item,
    );
    expect(items).toEqual(['n3', 'n4']);
  });

  it.each([
    ['nothing', ''],
    ['a plain key', 'n2'],
    ['padding', Buffer.from('n2').toString('base64') + '='],
    ['white space', ` ${encode('n2')}`],
    ["another list's key", encode('other_1')],
    ['more than a key', encode('n2 or 1=1')],
    ['invalid UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
  ])('refuses %s as a cursor', async (_, cursor) => {
    await expect(page(2, cursor)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: 'cursor is not valid',
      fields: [{ field: 'cursor', code: 'invalid', message: 'cursor is not valid' }],
    });
  });
});
