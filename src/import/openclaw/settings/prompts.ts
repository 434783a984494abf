import { join } from 'node:path';
import { ImportError } from '../import.error.js';
import { SourceFolder } from '../source/source-folder.js';
import type { SourceValue } from '../source/source-value.js';
import type { Mapping } from './mapping.js';

/** In this order; the peer's others are private, or about tools that we do not have. */
const FILES = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md'] as const;
/** The peer's own limits, characters. */
const MAX_FILE_CHARS = 20_000;
const MAX_CHARS = 60_000;
const MAX_BYTES = 4_194_304;

/** The instructions in the workspace of an agent. */
export function promptOf(m: Mapping, agent: string, workspaces: readonly SourceValue[]): string | undefined {
  const folder = workspaceOf(m, agent, workspaces);
  if (!folder) return undefined;
  let left = MAX_CHARS;
  const texts = FILES.flatMap((name) => {
    const text = read(m, folder, name)?.trim().slice(0, Math.min(MAX_FILE_CHARS, left));
    if (text === undefined || text === '') return [];
    left -= text.length;
    return [text];
  });
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

/** The folder that the settings name, else the usual one. */
function workspaceOf(
  m: Mapping,
  agent: string,
  workspaces: readonly SourceValue[],
): SourceFolder | undefined {
  const named = workspaces.find(({ isThere }) => isThere);
  const path = named && m.textOf(named);
  if (path === undefined) return usual(m, agent);
  // A copy of the folder from another machine still has the usual one.
  const folder = SourceFolder.find(path) ?? usual(m, agent);
  if (!folder)
    m.toDo.add(`The workspace of the agent ${agent} is not there: write its systemPrompt by hand.`);
  return folder;
}

function usual({ parts }: Mapping, agent: string): SourceFolder | undefined {
  const own = SourceFolder.find(join(parts.folder.path, `workspace-${agent}`));
  const named = parts.variables.find('OPENCLAW_WORKSPACE_DIR');
  const shared = named === undefined ? undefined : SourceFolder.find(named);
  const main =
    agent === 'main' ? (shared ?? SourceFolder.find(join(parts.folder.path, 'workspace'))) : undefined;
  return [own, main].find((folder) => folder !== undefined);
}
