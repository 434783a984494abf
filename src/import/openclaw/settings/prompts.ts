import { join } from 'node:path';
import { instructions } from '../../mapping/prompts.js';
import type { SourceFolder } from '../../source/source-folder.js';
import type { SourceValue } from '../../source/source-value.js';
import type { OpenclawMapping } from './openclaw-mapping.js';
import { ownLines } from './templates.js';

/** In this order; the peer's others are private, or about tools that we do not have. */
const FILES = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md'] as const;
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

/** The instructions in the workspace of an agent. */
export function promptOf(m: OpenclawMapping, owner: PromptOwner): string | undefined {
  const folder = workspaceOf(m, owner);
  if (!folder) return undefined;
  return instructions(m, {
    target: owner.target,
    folder,
    files: FILES,
    isTemplate: (text) => ownLines(text).length === 0,
    isEdited: (text) => ownLines(text).length * 2 < linesOf(text),
    of: `the agent ${owner.id}`,
  });
}

const linesOf = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

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
