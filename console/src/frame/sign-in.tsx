import { useEffect, useState } from 'preact/hooks';
import { endOfSession, signIn } from '../api/session.js';
import { Field, Form } from '../parts/form/form.js';

/** The form for the token, which goes to the gateway in the body of one call and is kept nowhere here. */
export const SignIn = () => {
  const [token, setToken] = useState('');
  useEffect(() => {
    document.title = 'Sign in · Gatehouse';
  }, []);
  return (
    <main class="alone">
      <h1>Gatehouse</h1>
      {endOfSession.value !== '' && <p class="note">{endOfSession.value}</p>}
      <Form label="Sign in" run={() => signIn(token.trim())} done="Signed in.">
        <Field
          label="Admin token"
          hint="Starts with gha_. The first token is in the file admin-token in the gateway’s state folder."
          type="password"
          autoComplete="off"
          autoFocus
          required
          value={token}
          onValue={setToken}
        />
      </Form>
    </main>
  );
};
