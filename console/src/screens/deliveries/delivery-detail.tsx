import { answer, api, type Schemas } from '../../api/client.js';
import { CopyButton, Id } from '../../parts/text/copy.js';
import { Cause } from '../../parts/explanation.js';
import { Dialog } from '../../parts/form/dialog.js';
import { useResource } from '../../parts/list/resource.js';
import { Loaded } from '../../parts/list/table.js';
import { Name, Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

type Detail = Schemas['DeliveryDetailDto'];

/** A delivery with each attempt to send it. */
export const DeliveryDetail = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const delivery = useResource(
    `delivery ${id}`,
    () => answer(api.GET('/deliveries/{id}', { params: { path: { id } } })),
    ['delivery'],
  );
  return (
    <Dialog title="Delivery" onClose={onClose}>
      <Loaded resource={delivery}>
        {(found) => (
          <>
            <Content delivery={found} />
            <Cause of={found} />
            <Attempts delivery={found} />
          </>
        )}
      </Loaded>
      <p class="faint">
        As command <code>gatehouse deliveries show {id}</code>
        <CopyButton text={`gatehouse deliveries show ${id}`} what="Copy as command" icon="command" />
      </p>
    </Dialog>
  );
};

const Content = ({
  delivery: { id, status, message_id, content, last_code, last_detail },
}: {
  readonly delivery: Detail;
}) => (
  <>
    <p>
      {content.kind}, {status} <Id id={id} />
    </p>
    <p class="note">
      <Text text={content.text} />
      {content.file && (
        <>
          {' '}
          <Name>{content.file.name}</Name>, {content.file.mime_type}, {content.file.bytes} bytes
        </>
      )}
    </p>
    {status !== 'sent' && last_code !== null && (
      <p>
        <code>{last_code}</code> {last_detail !== null && <Text text={last_detail} />}
      </p>
    )}
    {message_id !== null && (
      <p>
        Sent as <Id id={message_id} />
      </p>
    )}
  </>
);

const Attempts = ({ delivery: { attempts } }: { readonly delivery: Detail }) => (
  <>
    <h3>{attempts.length === 0 ? 'No attempt yet' : 'Attempts'}</h3>
    <ol class="steps">
      {attempts.map(({ number, started_at, outcome, code, detail }) => (
        <li key={number}>
          <p class="spread">
            <strong>{outcome}</strong> <Time at={started_at} />
          </p>
          {code !== null && (
            <p>
              <code>{code}</code> {detail !== null && <Text text={detail} />}
            </p>
          )}
        </li>
      ))}
    </ol>
  </>
);
