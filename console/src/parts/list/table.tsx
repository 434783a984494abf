import type { ComponentChildren } from 'preact';
import { FailureNote } from '../form/failure-note.js';
import type { Resource } from './resource.js';
import type { List } from './use-list.js';

export interface Column<T> {
  readonly title: string;
  readonly of: (item: T) => ComponentChildren;
  /** `wide` takes the room that is left; `actions` has no title to see. */
  readonly kind?: 'wide' | 'actions' | 'number';
}

interface TableProps<T> {
  /** Names the table for those who do not see it. */
  readonly label: string;
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly idOf: (item: T) => string;
}

/** A table; on a narrow screen each row becomes a card, and stays a row for screen readers. */
export const Table = <T,>({ label, items, columns, idOf }: TableProps<T>) => (
  <table role="table" aria-label={label}>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ title, kind = '' }) => (
          <th key={title} role="columnheader" scope="col" class={kind}>
            {kind === 'actions' ? <span class="hidden">{title}</span> : title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {items.map((item) => (
        <tr key={idOf(item)} role="row">
          {columns.map(({ title, of, kind = '' }) => (
            <td key={title} role="cell" class={kind} data-title={title}>
              <div>{of(item)}</div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

interface ListTableProps<T> extends Omit<TableProps<T>, 'items'> {
  readonly list: List<T>;
  /** The text of an empty list: it says the next step. */
  readonly empty: ComponentChildren;
}

/** A list in pages. */
export const ListTable = <T,>({ list, empty, ...table }: ListTableProps<T>) => (
  <Loaded resource={list}>
    {(items) =>
      items.length === 0 ? (
        <div class="note">{empty}</div>
      ) : (
        <>
          <Table {...table} items={items} />
          <Paging list={list} />
        </>
      )
    }
  </Loaded>
);

export const Paging = ({ list: { more, back } }: { readonly list: List<never> | List<unknown> }) => (
  <p class="row">
    {back && (
      <button type="button" onClick={back}>
        Back to the newest
      </button>
    )}
    {more && (
      <button type="button" onClick={() => void more()}>
        Show more
      </button>
    )}
  </p>
);

interface LoadedProps<T> {
  readonly resource: Resource<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** The content of a list, or why it could not be read. */
export const Loaded = <T,>({ resource: { data, failure }, children }: LoadedProps<T>) => (
  <>
    <FailureNote failure={failure} />
    {data !== undefined ? children(data) : failure ? null : <p class="faint">Loading…</p>}
  </>
);
