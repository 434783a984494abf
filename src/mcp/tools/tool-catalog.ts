import type { OfferedTool } from '../connection/mcp-connection.js';
import { definitionIn, type DefinitionText, digestOf } from './tool-definition.js';
import { reasons } from '../../common/index.js';
import type { PinnedServer, ToolPin } from './tool-pins.repository.js';
import { createHash } from 'node:crypto';

/** The longest name of a tool that every vendor takes. */
const MAX_NAME = 64;
const HASH_CHARS = 8;

/**
 * The names under which models see the tools of a server, by the server's names: `<server>__<tool>` in letters that every
 * vendor takes, shortened by a hash. A tool whose name would be that of another gets a hash too, so both can be called.
 */
export function modelNames(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const isPlain = (tool: string) => safe(tool) === tool;
  for (const tool of [...tools.filter(isPlain), ...tools.filter((each) => !isPlain(each)).toSorted()]) {
    const name = freeName(server, tool, taken);
    names.set(tool, name);
    taken.add(name);
  }
  return names;
}

/** The plain name where it is short enough, else one with a hash: another one while a tool is called like it. */
function freeName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const whole = `${server}__${safe(tool)}`;
  if (whole.length <= MAX_NAME && !taken.has(whole)) return whole;
  // No tool has # in its name, so no two of these texts are the same.
  for (let text = `${server}__${tool}`; ; text += '#') {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS);
    const name = `${whole.slice(0, MAX_NAME - HASH_CHARS - 1)}_${hash}`;
    if (!taken.has(name)) return name;
  }
}

const safe = (tool: string): string => tool.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/** A tool as a model sees it. */
interface ShownTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A tool that may be offered to a model. */
export interface McpTool {
  readonly server: string;
  /** Digest of the address or command of the server that offers it. */
  readonly origin: string;
  /** As the server has it. */
  readonly name: string;
  readonly definition: ShownTool;
  readonly offered: OfferedTool;
  /** Digest of the pinned definition. */
  readonly digest: string;
  /** The pinned definition says that a repetition changes nothing more. */
  readonly mayRunAgain: boolean;
  /** Bytes of the definition in a request. */
  readonly bytes: number;
}

/** Why no model is offered a tool of a server, regardless of the sender: a row each (ADR 0096). */
export const WITHHELD_REASONS = reasons({
  new: {
    what: 'The tool was added after the first list of its server, and is not accepted yet.',
    setting: 'server.pin',
    remedy: '`gatehouse mcp accept {server} {tool}` shows the tool and asks for confirmation.',
  },
  changed: {
    what: 'The tool has changed since it was accepted.',
    setting: 'server.pin',
    remedy: '`gatehouse mcp accept {server} {tool}` shows the difference and asks for confirmation.',
  },
  'not-chosen': {
    what: 'The server has the tool, but its `tools` setting does not list it.',
    setting: 'server.tools',
    remedy: '`gatehouse config set {list} {tool}`',
  },
  unfit: {
    what: 'The definition of the tool is not usable by a model.',
    remedy: 'Ask the author of the server to change it; `gatehouse mcp tools {server}` shows the problem.',
  },
});
export type WithheldReason = keyof typeof WITHHELD_REASONS;

/** A tool that no model is offered. */
export interface WithheldTool {
  readonly server: string;
  readonly name: string;
  readonly reason: WithheldReason;
  readonly detail?: string;
}

/** The tools of one server. */
export interface ServerTools {
  readonly tools: readonly McpTool[];
  readonly withheld: readonly WithheldTool[];
}

/** A tool with its definitions, for operators. */
export interface ListedTool {
  readonly name: string;
  /** Undefined for one that is unfit. */
  readonly modelName: string | undefined;
  /** Undefined when it may be offered to a model. */
  readonly withheld: WithheldReason | undefined;
  readonly detail?: string | undefined;
  readonly digest?: string | undefined;
  readonly offered?: DefinitionText | undefined;
  readonly accepted?: DefinitionText | undefined;
}

interface Choice {
  readonly tools?: readonly string[] | undefined;
  readonly pin: boolean;
}

/** Sorts the known tools of a server into those that may be used and those that wait. */
export function toolsIn(pins: readonly ToolPin[], { tools: chosen, pin }: Choice): ServerTools {
  const tools: McpTool[] = [];
  const withheld: WithheldTool[] = [];
  const names = namesIn(pins);
  for (const { server, name, origin, accepted, offered } of pins) {
    if (offered === undefined) continue;
    const reason = reasonFor(chosen?.includes(name) ?? true, pin, accepted, offered);
    if (reason === undefined) tools.push(toolOf({ server, origin }, names.get(name) ?? name, offered));
    else withheld.push({ server, name, reason });
  }
  return { tools, withheld };
}

/** The same tools with what was accepted and is offered. */
export function listedIn(pins: readonly ToolPin[], { tools: chosen, pin }: Choice): readonly ListedTool[] {
  const names = namesIn(pins);
  return pins.flatMap(({ name, accepted, offered }) => {
    if (offered === undefined) return [];
    const withheld = reasonFor(chosen?.includes(name) ?? true, pin, accepted, offered);
    const modelName = names.get(name);
    return [{ name, modelName, accepted, offered, digest: digestOf(offered), withheld }];
  });
}

export const unfitTool = ({ name, reason, detail }: WithheldTool): ListedTool => ({
  name,
  modelName: undefined,
  withheld: reason,
  detail,
});

/** @param pins of one server */
const namesIn = (pins: readonly ToolPin[]): ReadonlyMap<string, string> =>
  modelNames(
    pins[0]?.server ?? '',
    pins.flatMap(({ name, offered }) => (offered === undefined ? [] : [name])),
  );

function reasonFor(
  isChosen: boolean,
  pin: boolean,
  accepted: DefinitionText | undefined,
  offered: DefinitionText,
): WithheldReason | undefined {
  if (!isChosen) return 'not-chosen';
  if (!pin || accepted === offered) return undefined;
  return accepted === undefined ? 'new' : 'changed';
}

function toolOf(from: PinnedServer, modelName: string, text: DefinitionText): McpTool {
  const offered = definitionIn(text);
  const { name, description = offered.title ?? '', inputSchema, annotations } = offered;
  const definition = { name: modelName, description, inputSchema };
  return {
    ...from,
    name,
    definition,
    offered,
    digest: digestOf(text),
    mayRunAgain: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
    bytes: Buffer.byteLength(JSON.stringify(definition)),
  };
}
