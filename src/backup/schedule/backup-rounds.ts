import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import { type Clock, errorText } from '../../common/index.js';
import { BACKUP, type GatehouseConfig } from '../../config/index.js';
import {
  type BackupNote,
  type Candidacy,
  type Database,
  type Leadership,
  noteText,
  readNote,
  writeNote,
} from '../../persistence/index.js';
import { backupName, isPartialOf } from '../backup-name.js';
import type { MakeBackup } from './backup-process.js';
import { mergedNotes, SharedNotes } from './shared-notes.repository.js';

/** The longest list of own backups: those on other machines stay in it. */
const MOST_KNOWN = 1_200;

/**
 * Deletes own backups of a folder, all but the newest.
 * @param made the paths of own backups, the newest first; some may be on other machines, or gone
 * @returns those that are known from now on
 */
async function keepNewest(made: readonly string[], folder: string, keep: number): Promise<readonly string[]> {
  const here: string[] = [];
  for (const file of made) if (dirname(file) === resolve(folder) && (await isThere(file))) here.push(file);
  const old = here.slice(keep);
  for (const file of old) await rm(file);
  return made.filter((file) => !old.includes(file)).slice(0, MOST_KNOWN);
}

/** Deletes what a killed process left of backups that it began. */
async function deleteUnfinished(made: readonly string[]): Promise<void> {
  for (const folder of new Set(made.map((file) => dirname(file)))) {
    const names = await readdir(folder).catch(() => []);
    const own = made.filter((file) => dirname(file) === folder).map((file) => basename(file));
    const unfinished = names.filter((name) => own.some((file) => isPartialOf(name, file)));
    for (const name of unfinished) await rm(join(folder, name), { force: true });
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const HOUR_MS = 60 * 60_000;

/**
 * When the gateway makes its next backup, whenever it was started. After a failure it waits for an hour, or for as long
 * as between two backups.
 * @returns epoch ms; 0 = at once
 */
export function nextBackupAt({ last, failure }: BackupNote, everyHours: number): number {
  const everyMs = everyHours * HOUR_MS;
  const due = last ? Date.parse(last.at) + everyMs : 0;
  const again = failure ? Date.parse(failure.at) + Math.min(everyMs, HOUR_MS) : 0;
  return Math.max(due, again);
}

export { inProcess } from './backup-process.js';

/** The work that waited for the start comes first. */
const FIRST_LOOK_MS = 5_000;
const LOOK_MS = 60_000;

export interface RoundParts {
  readonly config: GatehouseConfig;
  readonly leadership: Leadership;
  readonly db: Database;
  readonly clock: Clock;
  readonly make: MakeBackup;
}

/** Looks every minute whether a backup is due, and makes it on one replica. */
export class BackupRounds {
  private readonly logger = new Logger('Backup');
  private readonly ending = new AbortController();
  private readonly candidacy: Candidacy;
  private readonly shared: SharedNotes | undefined;
  private isOurs = false;
  private isTidy = false;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly parts: RoundParts) {
    const { db, leadership } = parts;
    this.shared = db.dialect === 'postgres' ? new SharedNotes(db) : undefined;
    this.candidacy = leadership.campaign('backup', (isHeld) => (this.isOurs = isHeld));
    this.next(FIRST_LOOK_MS);
  }

  /** Resolves when no backup is made any more; one that is not done is given up, and nothing of it is left. */
  async end(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.timer);
    await this.settled();
    await this.candidacy.withdraw();
  }

  /** Resolves when no look is under way. */
  async settled(): Promise<void> {
    await this.looking;
  }

  private next(ms: number): void {
    if (this.ending.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.looking = this.look();
    }, ms).unref();
  }

  private async look(): Promise<void> {
    try {
      await this.tidy();
      await this.share();
      if (this.isOurs && this.isDue()) await this.makeOne();
    } catch (error) {
      this.logger.warn(
        `could not check whether a backup is due; trying again in a minute: ${errorText(error)}`,
      );
    }
    this.next(LOOK_MS);
  }

  private get settings() {
    return this.parts.config.get(BACKUP);
  }

  private get note(): BackupNote {
    return readNote(this.parts.config.environment);
  }

  private isDue(): boolean {
    const { everyHours } = this.settings;
    return everyHours !== undefined && this.parts.clock.now() >= nextBackupAt(this.note, everyHours);
  }

  /** A backup of one machine, also one by hand, is known to the doctor and the status of all. */
  private async share(): Promise<void> {
    if (!this.shared) return;
    const [ours, theirs] = [this.note, await this.shared.read()];
    const note = theirs ? mergedNotes(ours, theirs) : ours;
    if (noteText(note) !== noteText(ours)) this.keep(note);
    if (noteText(note) !== noteText(theirs ?? { made: [] })) await this.shared.write(note);
  }

  /** A killed gateway left them; another machine's note may soon take the place of the one that names them. */
  private async tidy(): Promise<void> {
    if (this.isTidy) return;
    this.isTidy = true;
    await deleteUnfinished(this.note.made);
  }

  private async makeOne(): Promise<void> {
    const { folder = '', keep } = this.settings;
    const file = join(folder, backupName(new Date(this.parts.clock.now())));
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await deleteUnfinished(this.note.made);
      this.keep({ ...this.note, made: [file, ...this.note.made] });
      await this.make(file);
      const { failure: _over, ...note } = this.note;
      this.keep({ ...note, made: await keepNewest(note.made, folder, keep) });
      this.logger.log(`backup written to ${file} and verified by a test restore`);
    } catch (error) {
      if (this.ending.signal.aborted) return;
      this.noteFailure(errorText(error));
      // The process that made it may have been killed, for instance for want of memory.
      await deleteUnfinished(this.note.made).catch(() => undefined);
    }
    await this.shared?.write(this.note);
  }

  private make(file: string): Promise<void> {
    const { environment } = this.parts.config;
    return this.parts.make({ environment, file, passphrase: this.settings.passphrase }, this.ending.signal);
  }

  private noteFailure(reason: string): void {
    const at = new Date(this.parts.clock.now()).toISOString();
    const since = this.note.failure?.since ?? at;
    this.keep({ ...this.note, failure: { since, at, reason } });
    this.logger.error(`the backup failed: ${reason}`);
  }

  private keep(note: BackupNote): void {
    const problem = writeNote(this.parts.config.environment, note);
    if (problem !== undefined) this.logger.error(`the last backup could not be recorded: ${problem}`);
  }
}
