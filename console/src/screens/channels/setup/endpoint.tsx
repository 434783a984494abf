import type { Schemas } from '../../../api/client.js';
import { CopyButton } from '../../../parts/text/copy.js';
import { Words } from '../../../parts/text/text.js';
import type { Typed } from './answers.js';

interface Props {
  readonly endpoint: Schemas['SetupEndpointDto'];
  readonly typed: Typed;
}

/** The address to enter at the service: shown without its secret, and copied with it. */
export const Endpoint = ({ endpoint, typed }: Props) => (
  <section aria-labelledby="endpoint">
    <h2 id="endpoint">Address for the service</h2>
    {!endpoint.automatic && <Address endpoint={endpoint} typed={typed} />}
    {endpoint.notes.map((note) => (
      <p key={note}>
        <Words text={note} />
      </p>
    ))}
  </section>
);

const Address = ({ endpoint: { url, secret_path }, typed }: Props) => {
  const secret = secret_path === null ? undefined : typed.get(secret_path);
  return (
    <>
      <p class="id">
        <code>{url}</code>
        <CopyButton text={addressWith(url, secret)} what="Copy the address" hidesText />
      </p>
      {secret_path !== null && !secret && (
        <p>
          Replace the asterisks with the percent-encoded value of <code>{secret_path}</code> in the
          configuration file.
        </p>
      )}
      {url.includes('<') && <p>Replace each &lt;…&gt; with your own value.</p>}
    </>
  );
};

const addressWith = (url: string, secret: string | undefined): string =>
  secret ? url.replace('********', encodeURIComponent(secret)) : url;
