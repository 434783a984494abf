import type { Schemas } from '../../api/client.js';
import { hrefOf as consoleHref } from '../../frame/router.js';
import { useEndOfPage } from '../../parts/message/end-of-page.js';
import type { List } from '../../parts/list/use-list.js';
import { State, type Tone } from '../../parts/text/state.js';
import { Loaded } from '../../parts/list/table.js';
import { Name, Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { MessageFiles } from '../../parts/message/message-files.js';

type Line = Schemas['ConversationMessageDto'];

/** The kind or outcome of a message that was not simply answered. */
const MARKS: Partial<
  Record<Line['kind'] | NonNullable<Line['outcome']>, readonly [tone: Tone, text: string]>
> = {
  waiting: ['quiet', 'waiting for an answer'],
  stopped: ['quiet', 'stopped'],
  heard: ['quiet', 'heard'],
  notice: ['quiet', 'notice'],
  pairing: ['warning', 'got a pairing code'],
  command: ['quiet', 'command'],
  failed: ['bad', 'failed'],
  dropped: ['warning', 'dropped'],
};

/** The state of a message of ours, as the service reports it. */
const SENT: Readonly<Record<NonNullable<Line['delivery']>['state'], Tone>> = {
  failed: 'bad',
  unknown: 'warning',
  sending: 'quiet',
  queued: 'quiet',
  sent: 'quiet',
  delivered: 'good',
  read: 'good',
};

interface Props {
  readonly lines: List<Line>;
  /** The address at which a line is explained. */
  readonly explanationHref: (explained: string) => string;
  readonly onReply: ((line: Line) => void) | undefined;
}

/** Oldest first, and at its end when someone opens it. */
export const Transcript = ({ lines, ...props }: Props) => (
  <Loaded resource={lines}>
    {(items) =>
      items.length === 0 ? (
        <p class="note">No messages yet.</p>
      ) : (
        <>
          {lines.more && (
            <button type="button" onClick={() => void lines.more?.()}>
              Show earlier
            </button>
          )}
          <Lines items={items} {...props} />
          {lines.back && (
            <button type="button" onClick={lines.back}>
              Back to the newest
            </button>
          )}
        </>
      )
    }
  </Loaded>
);

const Lines = ({ items, ...props }: Omit<Props, 'lines'> & { readonly items: readonly Line[] }) => {
  const newest = items[0]?.id;
  useEndOfPage(newest);
  return (
    <ol class="transcript" aria-label="Transcript">
      {items.toReversed().map((line) => (
        <li key={line.id} class={`line ${line.role} ${line.kind}`}>
          <Said line={line} {...props} />
        </li>
      ))}
    </ol>
  );
};

/** While a person holds a conversation, what stands there as ours is theirs. */
const isOperators = ({ role, kind }: Line): boolean => role === 'assistant' && kind === 'heard';

const authorOf = (line: Line): string => {
  if (line.role === 'user') return line.sender_name ?? line.sender_id ?? 'Unknown sender';
  return isOperators(line) ? 'Operator' : 'Assistant';
};

const Said = ({ line, explanationHref, onReply }: Omit<Props, 'lines'> & { readonly line: Line }) => {
  const [tone, mark] = isOperators(line) ? [] : (MARKS[line.kind] ?? MARKS[line.outcome ?? 'answered'] ?? []);
  return (
    <>
      <p class="line-head">
        <strong>
          <Name>{authorOf(line)}</Name>
        </strong>
        <Time at={line.at} />
        {tone && <State tone={tone}>{mark ?? ''}</State>}
        {line.reason !== null && <code>{line.reason}</code>}
        {line.delivery && <Sent delivery={line.delivery} />}
      </p>
      <p>{line.text === '' ? <span class="faint">Text not kept.</span> : <Text text={line.text} />}</p>
      <MessageFiles files={line.files} />
      <p class="line-foot">
        <a href={explanationHref(line.id)}>Explain</a>
        {onReply && line.message_id !== null && (
          <button type="button" class="link" onClick={() => onReply(line)}>
            Reply
          </button>
        )}
      </p>
    </>
  );
};

const Sent = ({ delivery: { id, state, reason } }: { readonly delivery: NonNullable<Line['delivery']> }) => (
  <>
    <a href={consoleHref(`deliveries/${id}`)}>
      <State tone={SENT[state]}>{state}</State>
    </a>
    {reason !== null && <code>{reason}</code>}
  </>
);
