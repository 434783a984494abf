import { useState } from 'preact/hooks';
import { go, hrefOf, type ScreenProps, setQuery } from '../../frame/router.js';
import { Explanation } from '../../parts/explanation.js';
import { FailureNote } from '../../parts/form/failure-note.js';
import { Choice, Field } from '../../parts/form/form.js';
import { Screen } from '../../parts/screen.js';
import { LogLines } from './log-lines.js';
import { LEVELS, type LogFilter, useLogLines } from './use-log-lines.js';

/** The log as it is written, newest first. */
export default function Logs({ place: { query } }: ScreenProps) {
  const [isPaused, setPaused] = useState(false);
  const filter: LogFilter = {
    level: LEVELS.find((each) => each === query.get('level')) ?? 'info',
    event: query.get('event') ?? '',
    conversation: query.get('conversation') ?? '',
  };
  const { lines, replicas, failure } = useLogLines(filter, isPaused);
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
      {replicas?.others && replicas.others.length > 0 && (
        <p class="note">
          These are the lines of {replicas.covered.join(', ')}. Each replica has a log of its own:{' '}
          {replicas.others.join(', ')}.
        </p>
      )}
      <LogLines lines={lines} />
      {explained !== null && (
        <Explanation
          id={explained}
          onClose={() => go(hrefOf('logs', { ...filter }), { isReplacing: true })}
        />
      )}
    </Screen>
  );
}
