import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../../config/process/gateway-address.js';
import { CliFailure } from '../../failure.js';

/** An update that has begun: enough to finish it, or to go back, after any interruption. */
export interface UpdateRecord {
  /** `forward` while the newer release is to be used, `back` once the earlier one is to be used again. */
  readonly direction: 'forward' | 'back';
  readonly older: string;
  readonly newer: string;
  /** Where the newer release comes from; absent for a way back by hand. */
  readonly feed?: string | undefined;
  /** Whether the service was running and is to run again. */
  readonly isRunning: boolean;
  /** The file with the state before; absent until it is written. */
  readonly backup?: string | undefined;
  /** Whether this update has migrated the database; absent before it has tried. */
  readonly isMigrated?: boolean | undefined;
  /** Why it goes back; absent where the operator has asked for it. */
  readonly reason?: string | undefined;
}

/** The record of an installation, as a file that belongs to one process at a time. */
export class UpdateRecords {
  private readonly file: string;

  /** @param prefix the folder of all releases */
  constructor(prefix: string) {
    this.file = join(prefix, 'update.json');
  }

  /**
   * The update that was interrupted.
   * @throws CliFailure while another process works on one, and for a file that is none
   */
  interrupted(): UpdateRecord | undefined {
    const text = this.text();
    if (text === undefined) return undefined;
    const { pid, ...record } = this.parsed(text);
    if (pid !== process.pid && isAlive(pid))
      throw new CliFailure(`another update is running (process ${pid}): wait until it has finished`);
    return record;
  }

  /** @throws CliFailure where another process has begun one meanwhile, or the folder cannot be written */
  begin(record: UpdateRecord): UpdateRecord {
    try {
      writeFileSync(this.file, textOf(record), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') throw new CliFailure('another update has begun: wait until it has finished');
      throw new CliFailure(
        `${this.file} cannot be written (${code}): run the command as the user who installed the program`,
      );
    }
    return record;
  }

  async write(record: UpdateRecord): Promise<UpdateRecord> {
    const { replaceFile } = await import('../../../config/index.js');
    replaceFile(this.file, textOf(record), () => true);
    return record;
  }

  end(): void {
    rmSync(this.file, { force: true });
  }

  private text(): string | undefined {
    try {
      return readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Fields of later releases are ignored: the program that continues may be the earlier one. */
  private parsed(text: string): UpdateRecord & { readonly pid: number } {
    const raw = parsedJson(text);
    const { direction, older, newer, pid } = raw;
    const isRecord =
      (direction === 'forward' || direction === 'back') && isVersion(older) && isVersion(newer) && isPid(pid);
    if (isRecord) return raw as unknown as UpdateRecord & { readonly pid: number };
    throw new CliFailure(
      `${this.file} is damaged: delete it, then switch by hand: gatehouse help operations/upgrade`,
    );
  }
}

const textOf = (record: UpdateRecord): string =>
  `${JSON.stringify({ ...record, pid: process.pid }, null, 2)}\n`;

/** A version is the name of a folder, too, with `+` and a checksum for a further build of it. */
const isVersion = (value: unknown): boolean => typeof value === 'string' && /^\d[\w.+-]{0,100}$/.test(value);
const isPid = (value: unknown): boolean => Number.isSafeInteger(value);

function parsedJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
