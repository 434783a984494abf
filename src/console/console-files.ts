import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ContentCoding = 'br' | 'gzip' | 'identity';

export interface ConsoleFile {
  readonly type: string;
  readonly coding: ContentCoding;
  readonly bytes: Buffer;
}

/** As the build names them; nothing else can be asked for. */
const ASSET = /^[\w-]+\.(css|js|svg)$/;

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const SUFFIXES: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/**
 * The files that the build leaves beside the program (scripts/bundle/console.mjs). They are read when they are asked
 * for, because browsers keep them: a gateway without visitors holds none in memory.
 */
export class ConsoleFiles {
  constructor(private readonly folder: string) {}

  /**
   * The page for an address below that of the console. It names its files relative to itself, so that a proxy may put
   * the console under any path.
   * @param depth how many folders the address is below the console's own
   * @returns undefined when this program was built without a console
   */
  async page(depth: number): Promise<string | undefined> {
    const bytes = await readIfThere(join(this.folder, 'index.html'));
    return bytes?.toString().replaceAll('="./', `="${'../'.repeat(depth) || './'}`);
  }

  /** @returns undefined when there is no such file */
  async asset(name: string, coding: ContentCoding): Promise<ConsoleFile | undefined> {
    const [, extension = ''] = ASSET.exec(name) ?? [];
    const type = TYPES[extension];
    if (type === undefined) return undefined;
    const bytes = await readIfThere(join(this.folder, 'assets', `${name}${SUFFIXES[coding]}`));
    return bytes && { type, coding, bytes };
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
