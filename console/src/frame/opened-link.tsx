import { acceptLink, offeredCode, session } from '../api/session.js';
import { Dialog } from '../parts/form/dialog.js';
import { Form } from '../parts/form/form.js';

const keepSession = () => (offeredCode.value = undefined);

/** Asks whether a one-time link replaces the session that is there: it may have been made by someone else. */
export const OpenedLink = () =>
  offeredCode.value === undefined ? null : (
    <Dialog title="Sign in with the link?" onClose={keepSession}>
      <p>
        You are signed in as <strong>{session.value?.name}</strong> ({session.value?.role}). The link ends
        this session and signs you in as its creator, with their role.
      </p>
      <Form label="Sign in with the link" run={acceptLink} done="Signed in.">
        <button type="button" onClick={keepSession}>
          Stay signed in
        </button>
      </Form>
    </Dialog>
  );
