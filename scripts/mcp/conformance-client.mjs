// The client under test of `npm run conformance:mcp`. Like the gateway it connects through the guard, reads the list,
// leaves out what no model may see, and calls the rest.
import 'reflect-metadata';
import { McpServerConfig } from '../../build/src/config/core/mcp.config.js';
import { connecting } from '../../build/src/mcp/connection/connecting.js';
import { toolsIn } from '../../build/src/mcp/tools/tool-catalog.js';
import { definitionText } from '../../build/src/mcp/tools/tool-definition.js';

const SERVER = 'conformance';
const LIMIT_MS = 30_000;
const SAMPLES = { number: 2, integer: 2, boolean: true, object: {}, array: [] };

/**
 * Uses the server of one scenario, as the gateway does at its start and in a turn.
 * @param toolCalls the calls that the scenario wants; all tools with sample arguments when it wants none
 * @throws when the server cannot be used
 */
export async function useServer(url, { toolCalls } = {}) {
  const settings = Object.assign(new McpServerConfig(), { url });
  const { openConnection } = await connecting();
  const surroundings = { log: () => {}, onToolsChanged: () => {} };
  const connection = await openConnection(settings, surroundings, AbortSignal.timeout(LIMIT_MS));
  try {
    const { tools } = await connection.listTools(AbortSignal.timeout(LIMIT_MS));
    const offered = toolsIn(tools.flatMap(pinned), settings).tools;
    const calls =
      toolCalls ??
      offered.map(({ name, offered: { inputSchema } }) => ({
        name,
        arguments: sampleOf(inputSchema, offered),
      }));
    for (const { name, arguments: input } of calls)
      await call(
        connection,
        offered.find((each) => each.name === name),
        input,
      );
  } finally {
    await connection.close();
  }
}

/** As the first list of a server is. */
function pinned(tool) {
  const text = definitionText(tool);
  if (typeof text !== 'string') return [];
  return [{ server: SERVER, name: tool.name, origin: '', accepted: text, offered: text }];
}

/** A model hears of a failure, and goes on. */
async function call(connection, tool, input) {
  if (!tool) return;
  try {
    await connection.call({ tool: tool.offered, input }, AbortSignal.timeout(LIMIT_MS));
  } catch (error) {
    console.error(`${tool.name}: ${error.message}`);
  }
}

/** Some valid arguments of a tool; a schema is that of the first one, as a model would get it. */
function sampleOf({ properties = {} }, [first]) {
  const sample = (name, type) =>
    name === 'schema' ? first.definition.inputSchema : (SAMPLES[type] ?? 'text');
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, sample(name, type)]));
}
