import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, isReused } from '../../config/index.js';
import { programFolders } from '../program-folders.js';
import type { StartedFamily } from './process-list.js';

interface WrittenRecord extends StartedFamily {
  /** The process that started it. */
  readonly gateway: number;
}

/** Remembers started programs in the state dir, so that the next start ends those of a gateway that was killed. */
export class ProgramRecords {
  private readonly folder: string;

  constructor(stateDir: string) {
    this.folder = programFolders(stateDir).records;
  }

  /** Writes a record, in place of one with the same mark. */
  async note(record: StartedFamily): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = this.fileOf(record.mark);
    // A gateway that is killed at this leaves one of them whole.
    await writeFile(`${file}.new`, JSON.stringify({ ...record, gateway: process.pid }), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  async remove(mark: string): Promise<void> {
    await rm(this.fileOf(mark), { force: true });
  }

  /** The records of gateways that have ended; asked before this one starts any program. */
  async leftBehind(): Promise<readonly StartedFamily[]> {
    const names = await readdir(this.folder).catch(() => []);
    const found = await Promise.all(names.map((name) => this.read(name)));
    return found.flatMap((each) => (each && this.isOver(each) ? [each] : []));
  }

  /** In a container each gateway has the number of the one before. */
  private isOver({ mark, gateway }: WrittenRecord): boolean {
    return gateway === process.pid || !isAlive(gateway) || isReused(gateway, this.fileOf(mark));
  }

  private async read(name: string): Promise<WrittenRecord | undefined> {
    try {
      const text = await readFile(join(this.folder, name), 'utf8');
      const record = JSON.parse(text) as Partial<WrittenRecord>;
      // Gateways before this one named a record by the number of its process.
      const { mark = name.replace(/\.json$/, ''), gateway = NaN } = record;
      return Number.isInteger(gateway) ? { ...record, mark, gateway } : undefined;
    } catch {
      return undefined;
    }
  }

  private fileOf(mark: string): string {
    return join(this.folder, `${mark}.json`);
  }
}
