import type { Failure } from '../../api/failure.js';
import { Id } from '../text/copy.js';
import { Words } from '../text/text.js';

/** A failure where it happened: what, which field, and the id under which the log has it. */
export const FailureNote = ({ failure }: { readonly failure: Failure | undefined }) =>
  failure && (
    <div class="note failure" role="alert">
      <p>
        <strong>{failure.message}</strong> <Words text={failure.details} />
      </p>
      {failure.requestId !== undefined && (
        <p class="faint">
          Request <Id id={failure.requestId} />
        </p>
      )}
    </div>
  );
