import { useState } from 'preact/hooks';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { commandLine } from '../../parts/text/command.js';
import { Id } from '../../parts/text/copy.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { Text } from '../../parts/text/text.js';
import type { List, Page } from '../../parts/list/use-list.js';
import { retryAll, type Retries } from './retry-all.js';

interface Props<T> {
  readonly list: List<T>;
  /** The name of the command whose `retry --cause` does the same. */
  readonly command: 'deliveries' | 'dead-letters';
  /** Undefined for one that is not retried. */
  readonly causeOf: (item: T) => string | undefined;
  /** Reads a page of all that may be retried. */
  readonly read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>;
  readonly retry: (id: string) => Promise<unknown>;
}

/** For each reason that several on the page failed for: a button that retries all that failed for it, and what came of it. */
export const Causes = <T extends { readonly id: string }>({
  list,
  command,
  causeOf,
  ...source
}: Props<T>) => {
  const [done, setDone] = useState<{ readonly cause: string; readonly retries: Retries }>();
  if (!may('operator')) return null;
  const groups = [...Map.groupBy(list.data ?? [], causeOf)];
  return (
    <>
      {done && <Outcome {...done} onClose={() => setDone(undefined)} />}
      {groups.map(([cause, { length }]) =>
        cause === undefined || length < 2 ? null : (
          <div key={cause} class="note row">
            <span>
              {length} on this page with the same cause: <Text text={cause} />
            </span>
            <Action
              label="Retry all"
              of={`of the cause ${nameInText(cause)}`}
              command={commandLine(`${command} retry`, [], { cause })}
              run={async () => {
                const isWanted = (item: T) => causeOf(item) === cause;
                setDone({ cause, retries: await retryAll({ ...source, isWanted }) });
              }}
              after={list.reread}
              done="Retried all with this cause."
            />
          </div>
        ),
      )}
    </>
  );
};

interface OutcomeProps {
  readonly cause: string;
  readonly retries: Retries;
  readonly onClose: () => void;
}

const Outcome = ({ cause, retries: { went, failed, isCut }, onClose }: OutcomeProps) => (
  <section class={`note ${failed.length === 0 ? '' : 'warning'}`} role="status" aria-label="Retried">
    <p>
      {went} retried
      {failed.length > 0 && `, ${failed.length} not retried`}.
      {isCut && ' There may be more. Retry again for the rest.'} Cause: <Text text={cause} />
    </p>
    {failed.length > 0 && (
      <ul>
        {failed.slice(0, MOST_SHOWN).map(({ id, failure: { message, details } }) => (
          <li key={id}>
            <Id id={id} /> <strong>{message}</strong> {details}
          </li>
        ))}
        {failed.length > MOST_SHOWN && <li>and {failed.length - MOST_SHOWN} more</li>}
      </ul>
    )}
    <button type="button" onClick={onClose}>
      Close
    </button>
  </section>
);

const MOST_SHOWN = 20;
