import { isRecord } from '../../../common/index.js';
import { ImportError } from '../../import.error.js';
import type { PeerState } from './peer-state.js';
import type { SourceFolder } from '../../source/source-folder.js';
import { SourceValue } from '../../source/source-value.js';
import { type Found, UNSET, type Variables } from '../../source/variables.js';

/** Either the secret and where it was found, or why there is none, in words without it. */
export type SecretReading = Found | { readonly problem: string };

const MAX_BYTES = 1_048_576;
const NAME = '[A-Z_][A-Z0-9_]*';
const BARE = new RegExp(`^\\$(${NAME})$`);
const MARKED = new RegExp(`^secretref-env:(${NAME})$`);

/** Finds the secrets that the peer's configuration and keys name, in all of their forms. No program is ever run. */
export class Secrets {
  constructor(
    private readonly folder: SourceFolder,
    private readonly config: SourceValue,
    private readonly variables: Variables,
    private readonly state: Pick<PeerState, 'storedSecret'>,
  ) {}

  read(from: SourceValue): SecretReading {
    if (from.isObject) return this.referred(from);
    const { text, path } = from;
    if (text === undefined) return { problem: 'it is not text' };
    const name = (MARKED.exec(text) ?? BARE.exec(text))?.[1];
    const found = name === undefined ? this.variables.replaced(text, path) : this.variables.value(name);
    if (found === undefined) return { problem: UNSET };
    return found.value.trim() === '' ? { problem: 'it is empty' } : found;
  }

  private referred(from: SourceValue): SecretReading {
    const { source, id, provider } = from.value as Record<string, unknown>;
    if (typeof source !== 'string' || typeof id !== 'string') return { problem: 'its format is unknown' };
    if (source === 'env') return this.read(new SourceValue(`secretref-env:${id}`));
    if (source === 'exec') return { problem: 'a program provides it, and the import never runs programs' };
    if (source === 'store')
      return given(
        this.state.storedSecret(id),
        `${id} in its store of secrets`,
        'it is not in the store of secrets',
      );
    if (source !== 'file') return { problem: 'its source is unknown' };
    return this.inFile(typeof provider === 'string' ? provider : this.defaultProvider(source), id);
  }

  private defaultProvider(source: string): string {
    return this.config.at('secrets', 'defaults', source).text ?? 'default';
  }

  private inFile(name: string, id: string): SecretReading {
    const provider = this.config.at('secrets', 'providers', name);
    if (provider.at('source').text === 'exec')
      return { problem: 'a program provides it, and the import never runs programs' };
    const path = provider.at('path').text ?? 'secrets.json';
    const text = this.textOf(path);
    if (typeof text !== 'string') return text;
    if (provider.at('mode').text === 'singleValue')
      return given(text.replace(/\r?\n$/, ''), path, 'its file is empty');
    return given(pointedAt(text, id), `${id} in ${path}`, 'its file has no such entry');
  }

  private textOf(path: string): string | SecretReading {
    try {
      return this.folder.read(path, MAX_BYTES) ?? { problem: 'its file is not inside the folder' };
    } catch (error) {
      if (error instanceof ImportError) return { problem: 'its file cannot be read' };
      throw error;
    }
  }
}

const given = (value: string | undefined, origin: string, problem: string): SecretReading =>
  value === undefined || value === '' ? { problem } : { value, origin };

/** A JSON pointer (RFC 6901). */
function pointedAt(text: string, pointer: string): string | undefined {
  let at: unknown;
  try {
    at = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (const step of pointer.replace(/^\//, '').split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isRecord(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return typeof at === 'string' ? at : undefined;
}
