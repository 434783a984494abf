import { isRecord } from '../../common/index.js';
import { isWithin, itemPath, parsePath, type RawConfig, valueAlong } from '../../config/index.js';

/** What becomes of a value that is a secret. */
export interface PlannedSecret {
  /** The name of its file. */
  readonly file: string;
  /** Where it was found, in words. */
  readonly origin: string;
  /** The address that the gateway sends it to, in words. */
  readonly goesTo: string;
}

/** A setting of ours that the import wants; nothing is written yet. */
export interface PlannedSetting {
  readonly path: string;
  readonly value: unknown;
  readonly secret?: PlannedSecret;
  /** Settings of one unit belong together: where one of ours differs, none of them is set. */
  readonly unit?: string;
}

export type PlannedOptions = Pick<PlannedSetting, 'unit' | 'secret'>;

/** The settings that an import wants, beside those that the configuration file has. */
export class SettingsPlan {
  private readonly wanted = new Map<string, PlannedSetting>();
  private readonly agents: string[];

  /** @param ours the configuration file */
  constructor(private readonly ours: RawConfig) {
    const list = at(ours, 'agents.list');
    this.agents = Array.isArray(list)
      ? list.map((agent: unknown) => (isRecord(agent) ? String(agent.id) : ''))
      : [];
  }

  get settings(): readonly PlannedSetting[] {
    return [...this.wanted.values()];
  }

  set(path: string, value: unknown, options: PlannedOptions = {}): void {
    this.wanted.set(path, { path, value, ...options });
  }

  /** Drops a setting, and those of its unit. */
  drop(setting: PlannedSetting): void {
    for (const path of this.unitOf(setting)) this.wanted.delete(path);
  }

  /** The paths of a setting and of those of its unit. */
  unitOf({ path, unit }: PlannedSetting): readonly string[] {
    const others = this.settings.filter((each) => unit !== undefined && each.unit === unit);
    return [...new Set([path, ...others.map((each) => each.path)])];
  }

  has(path: string): boolean {
    return this.wanted.has(path);
  }

  /** The wanted value, else that of the configuration file. */
  value(path: string): unknown {
    return this.wanted.get(path)?.value ?? this.inForce(path);
  }

  /** Whether anything at or below a path is wanted. */
  isWithin(area: string): boolean {
    return this.settings.some(({ path }) => isWithin(path, area));
  }

  /** The value in the configuration file; undefined where it has none. */
  inForce(path: string): unknown {
    return at(this.ours, path) ?? undefined;
  }

  /** The path of an agent in the list, at whose end a new one is added. */
  agent(id: string): string {
    if (!this.agents.includes(id)) this.agents.push(id);
    const path = itemPath('agents.list', this.agents.indexOf(id));
    if (this.inForce(`${path}.id`) === undefined) this.set(`${path}.id`, id);
    return path;
  }
}

function at(raw: RawConfig, path: string): unknown {
  const steps = parsePath(path);
  return Array.isArray(steps) ? valueAlong(raw, steps) : undefined;
}
