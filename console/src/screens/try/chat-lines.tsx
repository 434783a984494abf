import type { Schemas } from '../../api/client.js';
import type { List } from '../../parts/list/use-list.js';
import { useEndOfPage } from '../../parts/message/end-of-page.js';
import { MessageFiles } from '../../parts/message/message-files.js';
import { State, type Tone } from '../../parts/text/state.js';
import { Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { ApprovalRequest } from './approval-request.js';

export type Line = Schemas['ChatMessageDto'];

const AUTHORS: Readonly<Record<Line['author'], string>> = {
  you: 'You',
  assistant: 'Assistant',
  operator: 'Operator',
  gateway: 'Gateway',
};

/** The outcome of a message that was not simply answered. */
const MARKS: Partial<Record<NonNullable<Line['outcome']>, readonly [tone: Tone, text: string]>> = {
  stopped: ['quiet', 'stopped'],
  heard: ['quiet', 'for the operator who holds this conversation'],
  failed: ['bad', 'no answer'],
  dropped: ['warning', 'not answered'],
};

const EXAMPLE = 'What can you help me with?';

interface Props {
  readonly lines: List<Line>;
  readonly items: readonly Line[];
  readonly onExample: (text: string) => void;
}

/** Oldest first, without notices to the assistant. What comes is read out, in its order. */
export const ChatLines = ({ lines, items, onExample }: Props) => {
  useEndOfPage(items[0]?.id);
  const shown = items.filter(({ author, text, approval }) => author !== 'gateway' || text !== '' || approval);
  const isWaiting = items.some(({ outcome }) => outcome === 'waiting');
  return (
    <div>
      {shown.length === 0 && <Beginning onExample={onExample} />}
      {lines.more && (
        <button type="button" onClick={() => void lines.more?.()}>
          Show earlier
        </button>
      )}
      <div role="log" aria-label="Conversation">
        <ol class="transcript">
          {shown.toReversed().map((line) => (
            <li key={keyOf(line)} class={`line ${line.author}`}>
              <Said line={line} onDecided={lines.reread} />
            </li>
          ))}
        </ol>
      </div>
      {lines.back && (
        <button type="button" onClick={lines.back}>
          Back to the newest
        </button>
      )}
      <p class="progress faint" role="status">
        {isWaiting && 'The assistant is working on an answer…'}
      </p>
    </div>
  );
};

/** A message that waits has the id of its event, later that of its line: it is the same row, and read out once. */
const keyOf = ({ id }: Line): string => id.slice(id.indexOf('_') + 1);

const Beginning = ({ onExample }: Pick<Props, 'onExample'>) => (
  <div class="note">
    <p>
      Write to the assistant as people do from a messaging service: with history, tools, approvals and files.
      This conversation is yours; it needs no channel.
    </p>
    <p class="row">
      <button type="button" onClick={() => onExample(EXAMPLE)}>
        {EXAMPLE}
      </button>
    </p>
  </div>
);

const Said = ({ line, onDecided }: { readonly line: Line; readonly onDecided: () => Promise<void> }) => {
  const [tone, mark] = MARKS[line.outcome ?? 'answered'] ?? [];
  return (
    <>
      <p class="line-head">
        <strong>{AUTHORS[line.author]}</strong>
        <Time at={line.at} />
        {tone && <State tone={tone}>{mark ?? ''}</State>}
        {tone && line.reason !== null && <code>{line.reason}</code>}
      </p>
      {line.approval ? (
        <ApprovalRequest approval={line.approval} onDecided={onDecided} />
      ) : (
        line.text !== '' && (
          <p>
            <Text text={line.text} />
          </p>
        )
      )}
      <MessageFiles files={line.files} />
    </>
  );
};
