import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../config/index.js';

/** The index entry of an installed plugin. */
export interface InstalledPlugin {
  readonly name: string;
  readonly version: string;
  readonly channels: readonly string[];
  /** Name below the plugins' folder; an npm project with the plugin and its packages. */
  readonly folder: string;
  /** The source as requested. */
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
 * `{state_dir}/plugins/plugins.json`: the installed plugins and their folders. A plugin is installed as soon as this
 * file names its folder, and removed as soon as it does not.
 */
export class PluginIndex {
  readonly folder: string;
  private readonly file: string;

  constructor(stateDir: string) {
    this.folder = join(stateDir, 'plugins');
    this.file = join(this.folder, 'plugins.json');
  }

  /** @throws Error naming the file when it cannot be parsed */
  read(): IndexFile {
    return parsed(this.file, this.text());
  }

  /** Replaces the index atomically; repeats the change when another process was faster. */
  change(next: (before: IndexFile) => IndexFile): void {
    for (;;) {
      const text = this.text();
      const after = next(parsed(this.file, text));
      if (replaceFile(this.file, `${JSON.stringify(after, null, 2)}\n`, () => this.text() === text)) return;
    }
  }

  /** The folder of an installed plugin's package. */
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
    // Reported below.
  }
  throw new Error(`${file} is damaged: delete it and install the plugins again`);
}
