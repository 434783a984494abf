import { ImportError } from '../import.error.js';
import type { SourceFolder } from '../source/source-folder.js';
import type { Mapping } from './mapping.js';

/** The limits of one file and of all, characters. */
const MAX_FILE_CHARS = 20_000;
const MAX_CHARS = 60_000;
const MAX_BYTES = 4_194_304;

/** Files with instructions for an agent. */
export interface Instructions {
  /** The setting of ours. */
  readonly target: string;
  readonly folder: SourceFolder;
  /** In this order. */
  readonly files: readonly string[];
  /** Whether no line of a file is its owner's. */
  readonly isTemplate: (text: string) => boolean;
  /** Whether most lines of a file are not its owner's. */
  readonly isEdited: (text: string) => boolean;
  /** Whose they are, in words. */
  readonly of: string;
}

/** The instructions of an agent; what the peer itself has written there is about the peer. */
export function instructions(
  m: Mapping,
  { target, folder, files, isTemplate, isEdited, of }: Instructions,
): string | undefined {
  let left = MAX_CHARS;
  const templates: string[] = [];
  const texts = files.flatMap((name) => {
    const whole = read(m, folder, name)?.trim() ?? '';
    if (whole !== '' && isTemplate(whole)) templates.push(name);
    const text = whole === '' || isTemplate(whole) ? '' : whole.slice(0, Math.min(MAX_FILE_CHARS, left));
    if (text === '') return [];
    left -= text.length;
    m.toDo.add(takenFile({ name, text, target, isEdited: isEdited(whole) }));
    return [text];
  });
  if (templates.length > 0)
    m.toDo.add(
      `Not imported, because no line was added to the templates of ${m.parts.program.name}: ${templates.join(', ')} of ${of}.`,
    );
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

function read(m: Mapping, folder: SourceFolder, name: string): string | undefined {
  try {
    return folder.read(name, MAX_BYTES);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    m.toDo.add(`${error.message}: put its text into the systemPrompt of the agent.`);
    return undefined;
  }
}

interface TakenFile {
  readonly name: string;
  readonly text: string;
  readonly target: string;
  readonly isEdited: boolean;
}

/** What a model would look for in vain: files, commands and answers that only the peer understands. */
const PEER_WORDS =
  /\b[A-Z]{3,}\.md\b|\bmemory\/|\bmemories\/|\b(?:openclaw|clawdbot|moltbot|hermes) [a-z-]+|\bHEARTBEAT_OK\b|\bNO_REPLY\b|\bheartbeats?\b/g;
const MOST_WORDS = 12;

function takenFile({ name, text, target, isEdited }: TakenFile): string {
  const size = `${text.length.toLocaleString('en')} characters`;
  const taken = `${target} contains ${isEdited ? 'the edited template ' : ''}${name} (${size}), sent with each call of the model.`;
  const words = [...new Set(text.match(PEER_WORDS))].slice(0, MOST_WORDS);
  return words.length === 0
    ? taken
    : `${taken} It mentions what Gatehouse does not have: ${words.join(', ')}.`;
}
