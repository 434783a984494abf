import { ImportError } from '../../import.error.js';
import type { NotTaken } from '../../report.js';
import { type Approval, countRequests, readApprovals } from './approvals.js';
import { keysInAgent, keysInFiles, type ModelKey, sharedKeys } from './model-keys.js';
import { PeerDatabase } from '../../source/peer-database.repository.js';
import { textOf } from '../../source/peer-json.js';
import type { SourceFolder } from '../../source/source-folder.js';
import { type PeerTeams, readTeams } from './teams.js';

/** All that the peer keeps besides its configuration, as far as we take or count it. */
export interface PeerState {
  readonly hasDatabase: boolean;
  /** 1 up to 7.1, 2 or more once pairings are in the database; 0 without one. */
  readonly schema: number;
  readonly version?: string | undefined;
  readonly approvals: readonly Approval[];
  readonly teams: PeerTeams;
  readonly notTaken: NotTaken;
  readonly hasSharedKeys: boolean;
  /** The keys of an agent: its own, else those of `main`, else the shared ones. */
  readonly keysOf: (agent: string) => readonly ModelKey[];
  readonly storedSecret: (id: string) => string | undefined;
  /** Files that could not be read, in words for a person. */
  readonly problems: readonly string[];
}

const STATE = 'state/openclaw.sqlite';
const QUEUES = ['delivery-queue', 'session-delivery-queue'];
const QUEUE_TABLES = ['delivery_queue_entries', 'channel_ingress_events'];

/** @throws ImportError when the approvals cannot be told */
export function readPeerState(folder: SourceFolder, now: number): PeerState {
  const file = folder.file(STATE);
  const state = file === undefined ? undefined : PeerDatabase.open(file);
  try {
    const problems: string[] = [];
    const agents = folder.names('agents').map((id) => readAgent(folder, id, problems));
    const keys = new Map(agents.map((agent) => [agent.id, agent.keys]));
    const shared = sharedKeys(state);
    return {
      hasDatabase: state !== undefined,
      schema: state?.userVersion ?? 0,
      version: textOf(state?.rows('schema_meta')[0]?.app_version),
      approvals: readApprovals(folder, state),
      teams: readTeams(folder, state, now),
      notTaken: {
        open_requests: countRequests(folder, state),
        transcripts: agents.reduce((sum, { transcripts }) => sum + transcripts, 0),
        queued_messages: countQueued(folder, state),
      },
      hasSharedKeys: shared.length > 0,
      // The peer writes the ids of agents in lower case on the disk.
      keysOf: (agent) =>
        [keys.get(agent.toLowerCase()), keys.get('main'), shared].find((each) => each?.length) ?? [],
      storedSecret: secretsIn(state),
      problems,
    };
  } finally {
    state?.close();
  }
}

interface PeerAgent {
  readonly id: string;
  readonly keys: readonly ModelKey[];
  readonly transcripts: number;
}

/** A damaged database of an agent costs its keys only, so it is reported. */
function readAgent(folder: SourceFolder, id: string, problems: string[]): PeerAgent {
  const own = `agents/${id}`;
  const old = folder.names(`${own}/sessions`).filter((name) => name.endsWith('.jsonl')).length;
  const cold = folder.names(`${own}/sessions/cold`).length;
  const inFiles = keysInFiles(folder, `${own}/agent`);
  const file = folder.file(`${own}/agent/openclaw-agent.sqlite`);
  try {
    const database = file === undefined ? undefined : PeerDatabase.open(file);
    try {
      const inDatabase = database ? keysInAgent(database) : [];
      const stored = ['sessions', 'session_windows'].map((table) => database?.count(table) ?? 0);
      return {
        id,
        keys: inDatabase.length > 0 ? inDatabase : inFiles,
        transcripts: old + cold + Math.max(...stored),
      };
    } finally {
      database?.close();
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    problems.push(error.message);
    return { id, keys: inFiles, transcripts: old + cold };
  }
}

function countQueued(folder: SourceFolder, state: PeerDatabase | undefined): number {
  const files = QUEUES.flatMap((name) => folder.names(name)).filter((name) => name.endsWith('.json'));
  return QUEUE_TABLES.reduce((sum, table) => sum + (state?.count(table) ?? 0), files.length);
}

/** The secrets of the whole installation that were not deleted. */
function secretsIn(state: PeerDatabase | undefined): PeerState['storedSecret'] {
  const rows = state?.rows('secret_store_entries', { scope_kind: 'team', scope_id: '' }) ?? [];
  const alive = rows.filter(({ deleted_at_ms }) => deleted_at_ms === null || deleted_at_ms === undefined);
  const values = new Map(alive.map(({ name, value }) => [name, value]));
  return (id) => textOf(values.get(id));
}
