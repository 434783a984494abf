import { isPlainObject } from '../../../config/index.js';
import { ImportError } from '../import.error.js';
import type { PeerState } from './peer-state.js';
import { homePath, readCapped, type SourceFolder } from './source-folder.js';
import { SourceValue } from './source-value.js';
import type { Variables } from './variables.js';

/** Either the secret, or why there is none, in words without it. */
export type SecretReading = { readonly value: string } | { readonly problem: string };

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
    const { text } = from;
    if (text === undefined) return { problem: 'it is no text' };
    const name = (MARKED.exec(text) ?? BARE.exec(text))?.[1];
    const value = name === undefined ? this.variables.replaced(text) : this.variables.value(name);
    if (value === undefined) return { problem: 'a variable it names is not set' };
    return value.trim() === '' ? { problem: 'it is empty' } : { value };
  }

  private referred(from: SourceValue): SecretReading {
    const { source, id, provider } = from.value as Record<string, unknown>;
    if (typeof source !== 'string' || typeof id !== 'string') return { problem: 'its form is not known' };
    if (source === 'env') return this.read(new SourceValue(`secretref-env:${id}`));
    if (source === 'exec') return { problem: 'a program would give it, which the import never runs' };
    if (source === 'store') return given(this.state.storedSecret(id), 'it is not in the store of secrets');
    if (source !== 'file') return { problem: 'its source is not known' };
    return this.inFile(typeof provider === 'string' ? provider : this.defaultProvider(source), id);
  }

  private defaultProvider(source: string): string {
    return this.config.at('secrets', 'defaults', source).text ?? 'default';
  }

  private inFile(name: string, id: string): SecretReading {
    const provider = this.config.at('secrets', 'providers', name);
    if (provider.at('source').text === 'exec')
      return { problem: 'a program would give it, which the import never runs' };
    const text = this.textOf(provider.at('path').text ?? 'secrets.json');
    if (typeof text !== 'string') return text;
    if (provider.at('mode').text === 'singleValue')
      return given(text.replace(/\r?\n$/, ''), 'its file is empty');
    return given(pointedAt(text, id), 'its file has no such entry');
  }

  /** A relative path must stay in the folder; an absolute one may name a file elsewhere, but no link. */
  private textOf(path: string): string | SecretReading {
    try {
      if (!/^[~/]/.test(path))
        return this.folder.read(path, MAX_BYTES) ?? { problem: 'its file is not below the folder' };
      if (path.split(/[/\\]/).includes('..')) return { problem: 'the path of its file has ..' };
      return readCapped(homePath(path), MAX_BYTES);
    } catch (error) {
      if (error instanceof ImportError) return { problem: 'its file cannot be read' };
      throw error;
    }
  }
}

const given = (value: string | undefined, problem: string): SecretReading =>
  value === undefined || value === '' ? { problem } : { value };

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
    if (!isPlainObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return typeof at === 'string' ? at : undefined;
}
