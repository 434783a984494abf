import { useState } from 'preact/hooks';
import { type Failure, toFailure } from '../../api/failure.js';
import { announce } from '../text/announce.js';
import { CopyButton } from '../text/copy.js';
import { Dialog } from './dialog.js';
import { FailureNote } from './failure-note.js';

export interface ActionProps {
  /** A verb. */
  readonly label: string;
  /** The command line that does the same. */
  readonly command?: string;
  /** The object of the action, for those who hear the button among others with the same verb. */
  readonly of?: string;
  readonly kind?: 'plain' | 'primary' | 'danger';
  /** A question to answer first, for what cannot be taken back. */
  readonly confirm?: string;
  readonly run: () => Promise<unknown>;
  /** Reads again what it has changed. */
  readonly after?: () => Promise<void>;
  /** The success, in words. */
  readonly done: string;
}

/** A button that does something, its command to copy, and below it why it failed. */
export const Action = (props: ActionProps) => {
  const { label, command, of = '', kind = 'plain', confirm } = props;
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, run } = useAction(props);
  return (
    <div class="action">
      <span class="joined">
        <button
          type="button"
          class={kind}
          aria-busy={isBusy}
          aria-label={of === '' ? undefined : `${label} ${of}`}
          onClick={() => (confirm === undefined ? void run() : setAsking(true))}
        >
          {label}
        </button>
        {command !== undefined && <CopyButton text={command} what="Copy as command" icon="command" />}
      </span>
      <FailureNote failure={failure} />
      {isAsking && (
        <Dialog title={`${label}?`} onClose={() => setAsking(false)}>
          <p>{confirm}</p>
          <p class="row">
            <button type="button" class={kind} onClick={() => (setAsking(false), void run())}>
              {label}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </p>
        </Dialog>
      )}
    </div>
  );
};

/** Runs once at a time. */
export function useAction({ run, after, done }: Pick<ActionProps, 'run' | 'after' | 'done'>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const start = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await run();
      setFailure(undefined);
      announce(done);
      await after?.();
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run: start };
}
