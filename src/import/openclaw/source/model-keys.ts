import { fieldsOf, listOf } from '../../../common/index.js';
import type { PeerDatabase } from '../../source/peer-database.repository.js';
import { parsedRecord, readJson, textOf } from '../../source/peer-json.js';
import type { SourceFolder } from '../../source/source-folder.js';
import { SourceValue } from '../../source/source-value.js';

/** One stored credential of a model's provider. */
export interface ModelKey {
  readonly id: string;
  readonly provider: string;
  /** Only the first may be used by another program. */
  readonly type: 'api-key' | 'other';
  /** The key or what refers to it, in any form of a secret. */
  readonly secret: SourceValue;
}

/** `auth-profiles.json`, or the older flat `auth.json`. */
export function keysInFiles(folder: SourceFolder, agentFolder: string): readonly ModelKey[] {
  const { profiles } = readJson(folder, `${agentFolder}/auth-profiles.json`);
  const flat = readJson(folder, `${agentFolder}/auth.json`);
  return [...keysIn(profiles), ...keysIn(flat)];
}

export const keysInAgent = (database: PeerDatabase): readonly ModelKey[] =>
  database
    .rows('auth_profile_store', { store_key: 'primary' })
    .flatMap(({ store_json }) => keysIn(parsedRecord(store_json).profiles));

const SHARED = 'authProfiles.store';

/** The keys that all agents share. The facts name the row, not its columns. */
export function sharedKeys(state: PeerDatabase | undefined): readonly ModelKey[] {
  const rows = state?.rows('config_machine_state') ?? [];
  return rows
    .map((row) => Object.values(row))
    .filter((cells) => cells.includes(SHARED))
    .flatMap((cells) => cells.flatMap((cell) => keysIn(parsedRecord(cell).profiles)));
}

function keysIn(profiles: unknown): readonly ModelKey[] {
  return Object.entries(fieldsOf(profiles)).flatMap(([id, value]) => {
    const profile = fieldsOf(value);
    const type = textOf(profile.type) ?? textOf(profile.mode);
    const provider = textOf(profile.provider) ?? id.split(':', 1)[0] ?? id;
    const secret = [profile.key, profile.apiKey, profile.keyRef].find((each) => each !== undefined);
    if (type === undefined) return [];
    const isKey = type === 'api_key' && secret !== undefined;
    return [
      {
        id,
        provider: provider.toLowerCase(),
        type: isKey ? 'api-key' : 'other',
        secret: new SourceValue(secret),
      },
    ];
  });
}

/** The keys of a provider in the peer's order: those it names first, then `default`, then as stored. */
export function inOrder(keys: readonly ModelKey[], provider: string, order: unknown): readonly ModelKey[] {
  const named = listOf(order);
  const position = ({ id }: ModelKey) => {
    const at = named.indexOf(id);
    if (at >= 0) return at;
    return named.length + (id === `${provider}:default` ? 0 : 1);
  };
  return keys.filter((key) => key.provider === provider).sort((a, b) => position(a) - position(b));
}
