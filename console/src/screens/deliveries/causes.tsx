import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { Text } from '../../parts/text/text.js';

interface Props<T> {
  /** Those on the page. */
  readonly items: readonly T[];
  /** Undefined for one that is not retried. */
  readonly causeOf: (item: T) => string | undefined;
  readonly command: (ids: readonly string[]) => string;
  readonly retry: (id: string) => Promise<unknown>;
  readonly after: () => Promise<void>;
}

/** A button for all that failed for the same reason, where there are several. */
export const Causes = <T extends { readonly id: string }>({
  items,
  causeOf,
  command,
  retry,
  after,
}: Props<T>) => {
  if (!may('operator')) return null;
  const groups = Map.groupBy(items, causeOf);
  return (
    <>
      {[...groups].map(([cause, found]) => {
        if (cause === undefined || found.length < 2) return null;
        const ids = found.map(({ id }) => id);
        return (
          <div key={cause} class="note row">
            <span>
              {ids.length} of one cause: <Text text={cause} />
            </span>
            <Action
              label="Retry all"
              of={`of the cause ${cause}`}
              command={command(ids)}
              run={async () => {
                for (const id of ids) await retry(id);
              }}
              after={after}
              done={`${ids.length} are retried.`}
            />
          </div>
        );
      })}
    </>
  );
};
