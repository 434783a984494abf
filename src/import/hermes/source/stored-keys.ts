import { fieldsOf, listOf } from '../../../common/index.js';
import { ImportError } from '../../import.error.js';
import { readJson, textOf } from '../../source/peer-json.js';
import type { SourceFolder } from '../../source/source-folder.js';
import type { Found, Variables } from '../../source/variables.js';

/** The API keys in `auth.json`, by provider, in the peer's order; logins and tokens are not for another program. */
export class StoredKeys {
  private readonly pools: Readonly<Record<string, unknown>>;
  /** Why the file could not be read. */
  readonly problem: string | undefined;

  constructor(
    folder: SourceFolder,
    private readonly variables: Variables,
  ) {
    const read = StoredKeys.read(folder);
    this.pools = 'problem' in read ? {} : read;
    this.problem = 'problem' in read ? String(read.problem) : undefined;
  }

  private static read(folder: SourceFolder): Readonly<Record<string, unknown>> {
    try {
      return fieldsOf(readJson(folder, 'auth.json').credential_pool);
    } catch (error) {
      if (error instanceof ImportError) return { problem: error.message };
      throw error;
    }
  }

  of(provider: string): Found | undefined {
    if (!Object.hasOwn(this.pools, provider)) return undefined;
    const entries = listOf(this.pools[provider])
      .map(fieldsOf)
      .filter(({ auth_type, enabled }) => auth_type === 'api_key' && enabled !== false)
      .sort((a, b) => priorityOf(a) - priorityOf(b));
    for (const entry of entries) {
      const variable = /^env:(\w+)$/.exec(textOf(entry.source) ?? '')?.[1];
      const ofVariable = variable === undefined ? undefined : this.variables.find(variable);
      const value = textOf(entry.access_token) ?? textOf(entry.api_key);
      if (ofVariable) return ofVariable;
      if (value !== undefined) return { value, origin: `${provider} in its auth.json` };
    }
    return undefined;
  }
}

const priorityOf = ({ priority }: Readonly<Record<string, unknown>>): number =>
  typeof priority === 'number' ? priority : 0;
