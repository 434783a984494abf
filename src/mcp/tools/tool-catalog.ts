import type { OfferedTool } from '../connection/mcp-connection.js';
import { definitionIn, type DefinitionText, digestOf } from './tool-definition.js';
import { modelName } from './model-name.js';
import type { ToolPin } from './tool-pins.repository.js';

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

/**
 * `new` and `changed`: until somebody accepts it; `not-chosen`: the server's `tools` are without it; `unfit`: see the
 * detail.
 */
export type WithheldReason = 'new' | 'changed' | 'not-chosen' | 'unfit';

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
  readonly modelName: string;
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
  for (const { server, name, accepted, offered } of pins) {
    if (offered === undefined) continue;
    const reason = reasonFor(chosen?.includes(name) ?? true, pin, accepted, offered);
    if (reason === undefined) tools.push(toolOf(server, offered));
    else withheld.push({ server, name, reason });
  }
  return { tools, withheld };
}

/** The same tools with what was accepted and is offered. */
export const listedIn = (pins: readonly ToolPin[], { tools: chosen, pin }: Choice): readonly ListedTool[] =>
  pins.flatMap(({ server, name, accepted, offered }) =>
    offered === undefined
      ? []
      : [
          {
            ...{ name, modelName: modelName(server, name), accepted, offered, digest: digestOf(offered) },
            withheld: reasonFor(chosen?.includes(name) ?? true, pin, accepted, offered),
          },
        ],
  );

export const unfitTool = ({ server, name, reason, detail }: WithheldTool): ListedTool => ({
  ...{ name, modelName: modelName(server, name), withheld: reason, detail },
});

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

function toolOf(server: string, text: DefinitionText): McpTool {
  const offered = definitionIn(text);
  const { name, description = offered.title ?? '', inputSchema, annotations } = offered;
  const definition = { name: modelName(server, name), description, inputSchema };
  return {
    server,
    name,
    definition,
    offered,
    digest: digestOf(text),
    mayRunAgain: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
    bytes: Buffer.byteLength(JSON.stringify(definition)),
  };
}
