import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/client.js';
import type { List } from '../../parts/list/use-list.js';
import { State, type Tone } from '../../parts/text/state.js';
import { Loaded } from '../../parts/list/table.js';
import { Name, Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

type Line = Schemas['ConversationMessageDto'];

/** What became of a message, where it was not simply answered. */
const MARKS: Partial<Record<Line['kind'], readonly [tone: Tone, text: string]>> = {
  heard: ['quiet', 'heard'],
  notice: ['quiet', 'notice'],
  pairing: ['warning', 'got a pairing code'],
  command: ['quiet', 'command'],
  failed: ['bad', 'failed'],
  dropped: ['warning', 'dropped'],
};

interface Props {
  readonly lines: List<Line>;
  /** The address at which a line is explained. */
  readonly hrefOf: (explained: string) => string;
  readonly onReply: ((line: Line) => void) | undefined;
}

/** Oldest first, and at its end when somebody opens it. */
export const Transcript = ({ lines, ...props }: Props) => (
  <Loaded resource={lines}>
    {(items) =>
      items.length === 0 ? (
        <p class="note">Nothing has been said here yet.</p>
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
  const end = useRef<HTMLLIElement>(null);
  const newest = items[0]?.id;
  useLayoutEffect(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    // Who reads further up stays there.
    const isNearEnd = scrollHeight - clientHeight - window.scrollY < clientHeight;
    if (isNearEnd || window.scrollY === 0) end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  return (
    <ol class="transcript" aria-label="Transcript">
      {items.toReversed().map((line) => (
        <li key={line.id} class={`line ${line.role} ${line.kind}`} ref={line.id === newest ? end : undefined}>
          <Said line={line} {...props} />
        </li>
      ))}
    </ol>
  );
};

const Said = ({ line, hrefOf, onReply }: Omit<Props, 'lines'> & { readonly line: Line }) => {
  const [tone, mark] = MARKS[line.kind] ?? [];
  const who = line.role === 'assistant' ? 'Assistant' : (line.sender_name ?? line.sender_id ?? 'Somebody');
  return (
    <>
      <p class="line-head">
        <strong>
          <Name>{who}</Name>
        </strong>
        <Time at={line.at} />
        {tone && <State tone={tone}>{mark ?? ''}</State>}
        {line.reason !== null && <code>{line.reason}</code>}
      </p>
      <p>{line.text === '' ? <span class="faint">The text is not kept.</span> : <Text text={line.text} />}</p>
      <p class="line-foot">
        <a href={hrefOf(line.id)}>Explain</a>
        {onReply && line.message_id !== null && (
          <button type="button" class="link" onClick={() => onReply(line)}>
            Reply
          </button>
        )}
      </p>
    </>
  );
};
