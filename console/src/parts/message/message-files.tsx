import { useEffect, useState } from 'preact/hooks';
import { ADMIN_API } from '../../api/base.js';
import type { Schemas } from '../../api/client.js';
import { type Failure, failureOf, toFailure, unreachable } from '../../api/failure.js';
import { FailureNote } from '../form/failure-note.js';
import { Name, Text } from '../text/text.js';

type MessageFile = Schemas['MessageFileDto'];

/** The pictures that the gateway serves as such. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** The files of a message: pictures to see, when someone asks for them, and all to keep. */
export const MessageFiles = ({ files }: { readonly files: readonly MessageFile[] }) =>
  files.length === 0 ? null : (
    <ul class="files" aria-label="Attachments">
      {files.map((file, at) => (
        <li key={at}>
          <OneFile file={file} />
        </li>
      ))}
    </ul>
  );

const OneFile = ({
  file: { media_id: id, name, mime_type, bytes, problem },
}: {
  readonly file: MessageFile;
}) => (
  <>
    <Name>{name}</Name>{' '}
    <span class="faint">
      <Name>{mime_type}</Name>, {size(bytes)}
    </span>
    {id === null ? (
      <span class="faint">
        {' '}
        <Text text={problem ?? 'no longer kept'} />
      </span>
    ) : (
      <span class="row">
        <a href={addressOf(id)} download={name}>
          Download
        </a>
        {PICTURES.includes(mime_type) && <Picture id={id} name={name} />}
      </span>
    )}
  </>
);

/** The policy of the page lets pictures come from the page alone, so it fetches them. */
const Picture = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const [address, setAddress] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => () => address === undefined || URL.revokeObjectURL(address), [address]);
  const show = () =>
    pictureOf(id).then(
      (found) => setAddress(URL.createObjectURL(found)),
      (error: unknown) => setFailure(toFailure(error)),
    );
  if (address !== undefined) return <img src={address} alt={name} />;
  return (
    <>
      <button type="button" class="link" onClick={() => void show()}>
        Show
      </button>
      <FailureNote failure={failure} />
    </>
  );
};

const addressOf = (id: string): string => `${ADMIN_API}/media/${id}`;

/** @throws Failure */
async function pictureOf(id: string): Promise<Blob> {
  const response = await fetch(addressOf(id), { credentials: 'same-origin', redirect: 'error' }).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw failureOf(response, await response.json().catch(() => undefined));
  return response.blob();
}

function size(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return `${Math.round(bytes / 1_000 ** unit)} ${UNITS[unit] ?? ''}`;
}
