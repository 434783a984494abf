import { useEffect, useState } from 'preact/hooks';
import { go, hrefOf, type ScreenProps, setQuery } from '../../frame/router.js';
import { Explanation } from '../../parts/explanation.js';
import type { Connection } from '../../api/shared-stream.js';
import { FailureNote } from '../../parts/form/failure-note.js';
import { Choice, Field } from '../../parts/form/form.js';
import { Time } from '../../parts/text/time.js';
import { Screen } from '../../parts/screen.js';
import { LogLines } from './log-lines.js';
import { LEVELS, type LogFilter, useLogLines } from './use-log-lines.js';

/** A connection that takes longer waits for a place. */
const LONG_MS = 1_000;

/** Says when new lines are not shown now, and why. */
const Following = ({ connection: { state, since } }: { readonly connection: Connection }) => {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (state === 'open' || (state === 'connecting' && !isLong)) return null;
  return (
    <p class="note" role="status">
      {state === 'lost' ? (
        <>
          The connection was lost <Time at={new Date(since).toISOString()} />. New lines will appear when it
          is back.
        </>
      ) : (
        'New lines are not shown because three other tabs already follow different parts of the log. Close one of them.'
      )}
    </p>
  );
};

/** The log as it is written, newest first. */
export default function Logs({ place: { query } }: ScreenProps) {
  const [isPaused, setPaused] = useState(false);
  const filter: LogFilter = {
    level: LEVELS.find((each) => each === query.get('level')) ?? 'info',
    event: query.get('event') ?? '',
    conversation: query.get('conversation') ?? '',
  };
  const { entries, replicas, failure, connection } = useLogLines(filter, isPaused);
  const explained = query.get('explain');
  const tools = (
    <>
      <Choice
        label="Level"
        value={filter.level}
        onValue={(level) => setQuery({ level })}
        options={LEVELS.map((each) => [each, each])}
      />
      <Field label="Event" value={filter.event} onValue={(event) => setQuery({ event: event.trim() })} />
      <Field
        label="Conversation"
        value={filter.conversation}
        onValue={(conversation) => setQuery({ conversation: conversation.trim() })}
      />
      <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
        Pause
      </button>
    </>
  );
  return (
    <Screen title="Logs" tools={tools}>
      <FailureNote failure={failure} />
      {connection && <Following key={connection.state} connection={connection} />}
      {replicas?.others && replicas.others.length > 0 && (
        <p class="note">
          These lines come from {replicas.covered.join(', ')}. Other replicas with separate logs:{' '}
          {replicas.others.join(', ')}.
        </p>
      )}
      {entries ? <LogLines entries={entries} /> : failure ? null : <p class="faint">Loading…</p>}
      {explained !== null && (
        <Explanation
          id={explained}
          onClose={() => go(hrefOf('logs', { ...filter }), { isReplacing: true })}
        />
      )}
    </Screen>
  );
}
