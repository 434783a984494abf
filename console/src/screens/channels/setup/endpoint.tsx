import type { Schemas } from '../../../api/client.js';
import { CopyButton } from '../../../parts/text/copy.js';
import { Words } from '../../../parts/text/text.js';
import { addressOf, type Typed } from './answers.js';

interface Props {
  readonly endpoint: Schemas['SetupEndpointDto'];
  readonly typed: Typed;
}

/** The address that the service calls. It is copied with its secret, where this page knows that, and shown without. */
export const Endpoint = ({ endpoint, typed }: Props) => {
  const address = addressOf(endpoint, typed);
  const isWhole = address !== endpoint.url || endpoint.secret_path === null;
  return (
    <section aria-labelledby="endpoint">
      <h2 id="endpoint">Address for the service</h2>
      <p class="id">
        <code>{endpoint.url}</code>
        <CopyButton text={address} what="Copy the address" hidesText />
      </p>
      {endpoint.notes.map((note) => (
        <p key={note}>
          <Words text={note} />
        </p>
      ))}
      {!isWhole && !endpoint.automatic && (
        <p>
          In place of the stars stands <code>{endpoint.secret_path}</code> of the configuration file,
          percent-encoded.
        </p>
      )}
      {address.includes('<') && <p>Only you know what stands in place of each &lt;…&gt;.</p>}
    </section>
  );
};
