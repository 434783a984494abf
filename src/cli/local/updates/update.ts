import { CliFailure } from '../../failure.js';
import type { UpdateRecord } from './update-record.js';

/** Where an interrupted update is kept. */
export interface Records {
  begin(record: UpdateRecord): UpdateRecord;
  write(record: UpdateRecord): Promise<UpdateRecord>;
  end(): void;
}

/** What an update does to a machine. Each method may be called again after an interruption. */
export interface UpdateSteps {
  /** The release that starts now. */
  current(): string | undefined;
  /** @returns the file with the state before */
  backup(): Promise<string>;
  /** Leaves the release complete beside the others, or not at all. */
  fetch(version: string, feed: string | undefined): Promise<void>;
  /** Whether a release accepts this machine's configuration. */
  check(version: string): Promise<void>;
  switchTo(version: string): Promise<void>;
  /** @returns whether the schema of the newer release differs from that of the older one */
  migrates(record: UpdateRecord): boolean;
  /** @returns whether there was anything to migrate */
  migrate(version: string): Promise<boolean>;
  /** Takes the schema back to that of the older release. @throws CliFailure where another replica needs it as it is */
  revert(record: UpdateRecord): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when the started gateway answers that it is ready. @throws CliFailure when its time is over */
  ready(): Promise<void>;
  /** Tells a person what is done next. */
  tell(words: string): void;
}

/**
 * Takes a newer release into use, or goes back where it does not work. At every moment the release in use can open the
 * database: it is switched to before the database is migrated, and away from after its schema is taken back.
 * @returns the record of the finished update
 * @throws CliFailure; the earlier release is in use then, unless the failure says otherwise
 */
export async function goForward(
  records: Records,
  steps: UpdateSteps,
  begun: UpdateRecord,
): Promise<UpdateRecord> {
  let record = await prepare(records, steps, begun);
  const migrated = async (isMigrated: boolean) => {
    record = await records.write({ ...record, isMigrated });
  };
  try {
    await use(steps, record, migrated);
  } catch (error) {
    const reason = messageOf(error);
    steps.tell(`${record.newer} does not work: ${reason}`);
    await goBack(records, steps, await records.write({ ...record, direction: 'back', reason }));
    throw new CliFailure(
      `${record.newer} was not installed: ${reason}\n${record.older} is in use again, with the same data`,
    );
  }
  records.end();
  return record;
}

/** Nothing that runs is changed yet, so a failure ends the update. */
async function prepare(records: Records, steps: UpdateSteps, begun: UpdateRecord): Promise<UpdateRecord> {
  if (steps.current() === begun.newer) return begun;
  try {
    let record = begun;
    if (record.backup === undefined) {
      steps.tell(`Backing up ${record.older} …`);
      record = await records.write({ ...record, backup: await steps.backup() });
    }
    steps.tell(`Downloading ${record.newer} …`);
    await steps.fetch(record.newer, record.feed);
    steps.tell(`Checking the configuration with ${record.newer} …`);
    await steps.check(record.newer);
    return record;
  } catch (error) {
    records.end();
    throw error;
  }
}

async function use(
  steps: UpdateSteps,
  record: UpdateRecord,
  migrated: (isMigrated: boolean) => Promise<void>,
): Promise<void> {
  const { newer, isRunning } = record;
  const differs = steps.migrates(record);
  steps.tell(`Switching to ${newer} …`);
  await steps.switchTo(newer);
  // A release with the same schema needs no pause: the manager replaces the process.
  if (differs) {
    if (isRunning) await steps.stop();
    steps.tell('Migrating the database …');
    await migrated(await steps.migrate(newer));
  }
  if (!isRunning) return;
  steps.tell(`Starting ${newer} …`);
  await steps.start();
  await steps.ready();
}

/**
 * Takes the older release into use again. The schema goes back, the data stays.
 * @throws CliFailure with what is left to do; running it again continues
 */
export async function goBack(records: Records, steps: UpdateSteps, record: UpdateRecord): Promise<void> {
  const { older, isRunning } = record;
  try {
    if (steps.current() !== older) await leave(steps, record);
    if (isRunning) {
      steps.tell(`Starting ${older} …`);
      await steps.start();
      await steps.ready();
    }
  } catch (error) {
    const started = steps.current() === older ? '' : await startAgain(steps, record);
    const where = record.backup === undefined ? '' : ` The state before is in ${record.backup}.`;
    throw new CliFailure(
      `going back to ${older} failed: ${messageOf(error)}${started}\nTo try again: gatehouse update rollback.${where}`,
    );
  }
  records.end();
}

/** The release in use can open the database at every moment. @returns what became of it, for the failure */
async function startAgain(steps: UpdateSteps, { newer, isRunning }: UpdateRecord): Promise<string> {
  if (!isRunning) return '';
  try {
    await steps.start();
    return `\n${newer} is still in use and was started again.`;
  } catch (error) {
    return `\n${newer} is still in use, but could not be started: ${messageOf(error)}`;
  }
}

async function leave(steps: UpdateSteps, record: UpdateRecord): Promise<void> {
  if (steps.migrates(record)) {
    if (record.isRunning) await steps.stop();
    steps.tell(`Taking the database back to the schema of ${record.older} …`);
    await steps.revert(record);
  }
  steps.tell(`Switching to ${record.older} …`);
  await steps.switchTo(record.older);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
