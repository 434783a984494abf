import type { BackupNote } from '../../persistence/index.js';
import { mergedNotes } from './shared-notes.repository.js';

const at = (hour: number) => `2026-01-31T0${hour}:00:00.000Z`;
const last = (hour: number) => ({ at: at(hour), file: `/backups/${hour}`, rows: 1 });
const failure = (hour: number) => ({ since: at(1), at: at(hour), reason: 'the disk is full' });
const made = (hour: number) => [`/backups/gatehouse-2026-01-31T0${hour}-00-00Z.backup`];

/** Both machines must come to the same. */
const both = (one: BackupNote, other: BackupNote) => {
  const merged = mergedNotes(one, other);
  expect(mergedNotes(other, one)).toEqual(merged);
  return merged;
};

it('a backup by hand on one machine is kept beside a later failure of the schedule', () => {
  const schedule = { last: last(1), failure: failure(4), made: made(1) };
  expect(both(schedule, { last: last(3), made: [] })).toEqual({ ...schedule, last: last(3) });
});

it('a success ends an older failure', () => {
  const stale = { last: last(1), failure: failure(2), made: made(1) };
  const fresh = { last: last(3), made: [...made(3), ...made(1)] };
  expect(both(stale, fresh)).toEqual(fresh);
});

it('a backup by hand leaves the list of own backups to the machine that makes them', () => {
  const fresh = { last: last(2), made: [...made(2), ...made(1)] };
  expect(both({ last: last(3), made: made(1) }, fresh)).toEqual({ ...fresh, last: last(3) });
});
