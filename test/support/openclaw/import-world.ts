import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import JSON5 from 'json5';
import { ALL_RULES, ALL_SECTIONS } from '../../../src/app.sections.js';
import type { Environment, VariableReading } from '../../../src/config/index.js';
import { importHermes, importOpenclaw, type ImportReport } from '../../../src/import/index.js';
import { WORKCHAT_CONFIG } from '../../../src/workchat/settings/workchat.config.js';

type Content = string | object;

export const scopeOf = (environment: Environment) => ({
  environment,
  sections: [...ALL_SECTIONS, WORKCHAT_CONFIG],
  rules: ALL_RULES,
});

export interface WrittenChannel extends Readonly<Record<string, unknown>> {
  readonly password?: { readonly file: string };
}

export interface WrittenAgent {
  readonly id: string;
  readonly runtime?: object;
  readonly systemPrompt?: string;
  readonly groupChat?: { readonly mentionPatterns: readonly string[] };
}

/** The parts of our configuration that tests look at. */
interface Written {
  readonly channels: { readonly imbridge: WrittenChannel; readonly workchat: WrittenChannel };
  readonly agents: { readonly list: readonly WrittenAgent[] };
  readonly messages: {
    readonly responsePrefix?: string;
    readonly groupChat: { readonly mentionPatterns: readonly string[] };
  };
}

/** Another program's folder of given files and the state dir of a gateway, new for each test. */
export class ImportWorld {
  private readonly root = mkdtempSync(join(tmpdir(), 'gatehouse-import-world-'));
  readonly folder = join(this.root, 'openclaw');
  readonly stateDir = join(this.root, 'gatehouse');
  readonly configFile = join(this.stateDir, 'gatehouse.json');
  /** Variables of the process. */
  readonly variables: Record<string, string> = {};

  constructor() {
    mkdirSync(this.folder);
  }

  get environment(): Environment {
    const variable = (name: string): VariableReading => {
      const value = this.variables[name];
      return value === undefined ? { problems: [] } : { value, problems: [] };
    };
    return { stateDir: this.stateDir, configFile: this.configFile, variable };
  }

  /** Writes a file of the other program. */
  write(name: string, content: Content): void {
    this.put(join(this.folder, name), content);
  }

  /** Writes our configuration. */
  ours(content: Content): void {
    this.put(this.configFile, content);
  }

  /** Imports a configuration, or what was written before. */
  import(
    config?: Content,
    { dryRun = false, file = undefined as string | undefined } = {},
  ): Promise<ImportReport> {
    if (config !== undefined) this.write('openclaw.json', config);
    return importOpenclaw({
      folder: this.folder,
      dryRun,
      ...(file !== undefined && { config: file }),
      scope: scopeOf(this.environment),
      channels: ['workchat'],
    });
  }

  /** Imports the folder as a home of Hermes. @param config its `config.yaml`, if not written before */
  importHermes(config?: string, { dryRun = false } = {}): Promise<ImportReport> {
    if (config !== undefined) this.write('config.yaml', config);
    return importHermes({
      folder: this.folder,
      dryRun,
      scope: scopeOf(this.environment),
      channels: ['workchat'],
    });
  }

  /** Our configuration after it. */
  written(): Written {
    return JSON5.parse<Written>(readFileSync(this.configFile, 'utf8'));
  }

  secret(name: string): string {
    return readFileSync(join(this.stateDir, 'secrets', name), 'utf8');
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }

  private put(path: string, content: Content): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  }
}

/** Call it where the tests are declared. */
export function importWorld(): () => ImportWorld {
  let world: ImportWorld;
  beforeEach(() => {
    world = new ImportWorld();
  });
  afterEach(() => world.remove());
  return () => world;
}

/** The end of a key, or of the keys below it. */
export const outcomeOf = ({ keys }: ImportReport, path: string): readonly string[] => [
  ...new Set(keys.filter((key) => key.path.startsWith(path)).map(({ outcome }) => outcome)),
];
