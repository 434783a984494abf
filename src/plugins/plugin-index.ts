import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../config/index.js';

/** The index entry of an installed plugin. */
export interface InstalledPlugin {
  readonly name: string;
  readonly version: string;
  readonly channels: readonly string[];
  /** Below the plugins' folder: an npm project of its own, with the plugin and its packages. */
  readonly folder: string;
  /** As it was asked for. */
  readonly source: string;
  readonly installedAt: string;
}

interface IndexFile {
  readonly plugins: readonly InstalledPlugin[];
  /** Folders that a running gateway may still load from. */
  readonly leftovers: readonly string[];
}

const NONE: IndexFile = { plugins: [], leftovers: [] };

/**
 * `{state_dir}/plugins/plugins.json`: which plugins are installed, and where. A plugin is installed the moment this file
 * names its folder, and removed the moment it does not.
 */
export class PluginIndex {
  readonly folder: string;
  private readonly file: string;

  constructor(stateDir: string) {
    this.folder = join(stateDir, 'plugins');
    this.file = join(this.folder, 'plugins.json');
  }

  /** @throws Error naming the file when it cannot be understood */
  read(): IndexFile {
    return parsed(this.file, this.text());
  }

  /** Changes what is noted, or does nothing. */
  change(next: (before: IndexFile) => IndexFile): void {
    for (;;) {
      const text = this.text();
      const after = next(parsed(this.file, text));
      if (replaceFile(this.file, `${JSON.stringify(after, null, 2)}\n`, () => this.text() === text)) return;
    }
  }

  /** Where the package of an installed plugin is. */
  packageFolder({ folder, name }: Pick<InstalledPlugin, 'folder' | 'name'>): string {
    return join(this.folder, folder, 'node_modules', name);
  }

  private text(): string | undefined {
    try {
      return readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

function parsed(file: string, text: string | undefined): IndexFile {
  if (text === undefined) return NONE;
  try {
    const { plugins, leftovers = [] } = JSON.parse(text) as Partial<IndexFile>;
    if (Array.isArray(plugins)) return { plugins, leftovers };
  } catch {
    // Said below.
  }
  throw new Error(`${file} is damaged: install the plugins again after deleting it`);
}
