import { useRef, useState } from 'preact/hooks';
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
  /** Reads again what it has changed, or what someone else has changed when it is refused. */
  readonly after?: () => Promise<void>;
  /** The success, in words. */
  readonly done: string;
}

/** A button that does something, its command to copy, and below it why it failed. */
export const Action = (props: ActionProps) => {
  const { label, command, of = '', kind = 'plain', confirm } = props;
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, run } = useAction({ ...props, onRefusal: props.after });
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

interface Run<T> {
  readonly run: () => Promise<T>;
  /** Follows a success. */
  readonly after?: () => Promise<void>;
  /** Follows an answer of the gateway that is no success. */
  readonly onRefusal?: () => Promise<void>;
  readonly done: string | ((outcome: T) => string);
}

/** Runs once at a time. */
export function useAction<T>({ run, after, onRefusal, done }: Run<T>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  // The state of the last picture would let two quick presses pass.
  const isRunning = useRef(false);
  const attempt = async (): Promise<void> => {
    try {
      const outcome = await run();
      setFailure(undefined);
      announce(typeof done === 'string' ? done : done(outcome));
      await after?.();
    } catch (error) {
      const refused = toFailure(error);
      setFailure(refused);
      if (refused.status >= 400 && refused.status !== 401) await onRefusal?.();
    }
  };
  const start = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    await attempt();
    isRunning.current = false;
    setBusy(false);
  };
  return { isBusy, failure, run: start };
}
