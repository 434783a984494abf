import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { GatehouseError } from '../../common/index.js';
import type { PageQueryDto } from './page-query.dto.js';

/** The body of every list's answer. */
export interface Page<D> {
  readonly items: readonly D[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

/** The range of a page, as its service reads it. */
export interface PageRange {
  /** One more than the page size, which shows whether there is a next page. */
  readonly limit: number;
  /** Key of the last item on the previous page; undefined = from the start. */
  readonly key: string | undefined;
}

/**
 * Pages a list ordered by a unique key; a cursor is the last key, so pages stay correct while items are added and
 * removed.
 */
export class Keyset<T> {
  /** @param pattern the form of this list's keys; a cursor of another list is refused */
  constructor(
    private readonly pattern: RegExp,
    private readonly keyOf: (item: T) => string,
  ) {}

  /** @throws GatehouseError INVALID_REQUEST for a cursor that is not from a page of this list */
  async page<D>(
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
    fetch: (range: PageRange) => Promise<readonly T[]>,
    view: (item: T) => D,
  ): Promise<Page<D>> {
    const rows = await fetch({ limit: limit + 1, key: this.keyIn(cursor) });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return { items: items.map(view), next_cursor: last === undefined ? null : encode(this.keyOf(last)) };
  }

  private keyIn(cursor: string | undefined): string | undefined {
    if (cursor === undefined) return undefined;
    const key = Buffer.from(cursor, 'base64url').toString('utf8');
    if (this.pattern.test(key) && encode(key) === cursor) return key;
    throw GatehouseError.invalidField('cursor', 'is not valid');
  }
}

const encode = (key: string): string => Buffer.from(key, 'utf8').toString('base64url');

/** Documents `{items, next_cursor}` for this item type. */
export const ApiPage = (item: Type) =>
  applyDecorators(
    ApiExtraModels(item),
    ApiOkResponse({
      description: 'One page.',
      schema: {
        type: 'object',
        required: ['items', 'next_cursor'],
        properties: {
          items: { type: 'array', items: { $ref: getSchemaPath(item) } },
          next_cursor: {
            type: 'string',
            nullable: true,
            description: 'Send it as `cursor` to get the next page; null on the last page.',
          },
        },
      },
    }),
  );
