import { join } from 'node:path';
import { ImportError } from '../../import.error.js';
import type { SourceFolder } from '../../source/source-folder.js';
import type { SourceValue } from '../../source/source-value.js';
import type { OpenclawMapping } from './openclaw-mapping.js';
import { ownLines } from './templates.js';

/** In this order; the peer's others are private, or about tools that we do not have. */
const FILES = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md'] as const;
/** The peer's own limits, characters. */
const MAX_FILE_CHARS = 20_000;
const MAX_CHARS = 60_000;
const MAX_BYTES = 4_194_304;

/** An agent of the peer, whose workspace has its instructions. */
export interface PromptOwner {
  readonly id: string;
  /** The setting of ours. */
  readonly target: string;
  /** It has the common workspace itself; the others have folders of their own. */
  readonly isDefault: boolean;
  /** Its own setting, and that of all agents. */
  readonly own: SourceValue;
  readonly common: SourceValue;
}

/** The instructions in the workspace of an agent; what the peer itself has put there is about the peer. */
export function promptOf(m: OpenclawMapping, owner: PromptOwner): string | undefined {
  const folder = workspaceOf(m, owner);
  if (!folder) return undefined;
  let left = MAX_CHARS;
  const templates: string[] = [];
  const texts = FILES.flatMap((name) => {
    const whole = read(m, folder, name)?.trim() ?? '';
    if (whole === '') return [];
    const own = ownLines(whole);
    if (own.length === 0) templates.push(name);
    const text = own.length === 0 ? '' : whole.slice(0, Math.min(MAX_FILE_CHARS, left));
    if (text === '') return [];
    left -= text.length;
    m.toDo.add(takenFile(name, { text, owner, isEdited: own.length * 2 < linesOf(whole) }));
    return [text];
  });
  if (templates.length > 0)
    m.toDo.add(
      `Not imported, because no line was added to the templates of OpenClaw: ${templates.join(', ')} of the agent ${owner.id}.`,
    );
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

interface TakenFile {
  readonly text: string;
  readonly owner: PromptOwner;
  /** Most of it is a template's. */
  readonly isEdited: boolean;
}

/** What a model would look for in vain: files, commands and answers that only the peer understands. */
const PEER_WORDS =
  /\b[A-Z]{3,}\.md\b|\bmemory\/|\b(?:openclaw|clawdbot|moltbot) [a-z-]+|\bHEARTBEAT_OK\b|\bNO_REPLY\b|\bheartbeats?\b/g;
const MOST_WORDS = 12;

function takenFile(name: string, { text, owner, isEdited }: TakenFile): string {
  const size = `${text.length.toLocaleString('en')} characters`;
  const taken = `${owner.target} contains ${isEdited ? 'the edited template ' : ''}${name} (${size}), sent with each call of the model.`;
  const words = [...new Set(text.match(PEER_WORDS))].slice(0, MOST_WORDS);
  return words.length === 0
    ? taken
    : `${taken} It mentions what Gatehouse does not have: ${words.join(', ')}.`;
}

const linesOf = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

function read(m: OpenclawMapping, folder: SourceFolder, name: string): string | undefined {
  try {
    return folder.read(name, MAX_BYTES);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    m.toDo.add(`${error.message}: put its text into the systemPrompt of the agent.`);
    return undefined;
  }
}

/** The folder that the settings name, else the usual one. */
function workspaceOf(m: OpenclawMapping, owner: PromptOwner): SourceFolder | undefined {
  const { id, isDefault } = owner;
  const [own, common] = [m.textOf(owner.own), m.textOf(owner.common)];
  const ofCommon = common === undefined || isDefault ? common : join(common, id.toLowerCase());
  const named = own ?? ofCommon;
  // A copy of the folder from another machine still has the usual one.
  const folder = (named === undefined ? undefined : m.parts.folder.folder(named)) ?? usual(m, owner);
  if (!folder && named !== undefined)
    m.toDo.add(
      `The workspace of the agent ${id} is not inside the folder: copy it to ${usualName(owner)} there and import again, or write its systemPrompt by hand.`,
    );
  return folder;
}

const usualName = ({ id, isDefault }: PromptOwner): string =>
  isDefault ? 'workspace' : `workspace-${id.toLowerCase()}`;

function usual(
  { parts: { folder, variables } }: OpenclawMapping,
  { id, isDefault }: PromptOwner,
): SourceFolder | undefined {
  const own = folder.folder(`workspace-${id.toLowerCase()}`);
  if (own || !isDefault) return own;
  const named = variables.find('OPENCLAW_WORKSPACE_DIR')?.value;
  return (named === undefined ? undefined : folder.folder(named)) ?? folder.folder('workspace');
}
