import { hrefOf, place } from '../../frame/router.js';
import { State, type Tone } from '../../parts/text/state.js';
import { Name, Text } from '../../parts/text/text.js';
import { exactTime } from '../../parts/text/time.js';
import { type Entry, isLine, type Line } from './log-record.js';

const TONES: Readonly<Record<Line['level'], Tone>> = {
  fatal: 'bad',
  error: 'bad',
  warn: 'warning',
  info: 'quiet',
  debug: 'quiet',
  trace: 'quiet',
};
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

export const LogLines = ({ entries }: { readonly entries: readonly Entry[] }) =>
  entries.length === 0 ? (
    <p class="note">No matching lines. To see debug lines, set `logging.level` to `debug`.</p>
  ) : (
    <ol class="log" aria-label="Lines">
      {entries.map((entry) => (
        <li key={entry.id}>{isLine(entry) ? <LogLine line={entry} /> : <em>{entry.missing}</em>}</li>
      ))}
    </ol>
  );

const LogLine = ({ line: { time, level, context, message, event_id, fields } }: { readonly line: Line }) => {
  const more = Object.entries(fields);
  return (
    <>
      <time dateTime={time} title={exactTime(time)}>
        {CLOCK.format(new Date(time))}
      </time>
      <State tone={TONES[level]}>{level}</State>
      <span class="log-text">
        {context !== null && (
          <strong>
            <Name>{context}</Name>{' '}
          </strong>
        )}
        <Text text={message} />
        {event_id !== null && (
          <>
            {' '}
            <a href={hrefOf('logs', { ...Object.fromEntries(place.value.query), explain: event_id })}>
              Explain
            </a>
          </>
        )}
        {more.length > 0 && (
          <span class="faint">
            {more.map(([name, value]) => (
              <span key={name}>
                {' '}
                {name}=<Text text={typeof value === 'string' ? value : JSON.stringify(value)} />
              </span>
            ))}
          </span>
        )}
      </span>
    </>
  );
};
