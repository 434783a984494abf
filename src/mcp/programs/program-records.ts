import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, isReused } from '../../config/index.js';
import type { KnownProcess } from './process-list.js';

/** A started program, as it is remembered for the case that this process is killed. */
export interface ProgramRecord extends KnownProcess {
  /** Made for it, and removed after it. */
  readonly folder: string;
}

interface WrittenRecord extends ProgramRecord {
  /** The process that started it. */
  readonly gateway: number;
}

/** Remembers started programs in the state dir, so that the next start ends those of a gateway that was killed. */
export class ProgramRecords {
  private readonly folder: string;

  constructor(stateDir: string) {
    this.folder = join(stateDir, 'mcp-programs');
  }

  async add(record: ProgramRecord): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(this.fileOf(record.pid), JSON.stringify({ ...record, gateway: process.pid }), {
      mode: 0o600,
    });
  }

  async remove(pid: number): Promise<void> {
    await rm(this.fileOf(pid), { force: true });
  }

  /** The records of gateways that have ended; asked before this one starts any program. */
  async leftBehind(): Promise<readonly ProgramRecord[]> {
    const names = await readdir(this.folder).catch(() => []);
    const found = await Promise.all(names.map((name) => this.read(name)));
    return found.flatMap((each) => (each && this.isOver(each) ? [each] : []));
  }

  /** In a container each gateway has the number of the one before. */
  private isOver({ pid, gateway }: WrittenRecord): boolean {
    return gateway === process.pid || !isAlive(gateway) || isReused(gateway, this.fileOf(pid));
  }

  private async read(name: string): Promise<WrittenRecord | undefined> {
    try {
      const text = await readFile(join(this.folder, name), 'utf8');
      const record = JSON.parse(text) as WrittenRecord;
      return Number.isInteger(record.pid) && Number.isInteger(record.gateway) ? record : undefined;
    } catch {
      return undefined;
    }
  }

  private fileOf(pid: number): string {
    return join(this.folder, `${pid}.json`);
  }
}
