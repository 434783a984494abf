import { errorText } from '../../common/index.js';
import type { McpConnection, OfferedTool, ServerSettings } from '../../mcp/index.js';
import type { Cli } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';

/** The answer of a server that is asked now. */
export interface ServerProbe {
  readonly revision: string | null;
  readonly tools: number;
  /** Null when it answers. */
  readonly problem: string | null;
}

/** A result as text, as a model would get it. */
export interface CalledTool {
  readonly text: string;
  readonly is_error: boolean;
}

/** A server that this command has connected to by itself. */
export interface ConnectedServer {
  probe(): Promise<ServerProbe>;
  /** The tools that the server itself calls read-only, as far as they are fit to be offered. @throws McpFailure */
  readOnlyTools(): Promise<readonly string[]>;
  /** @throws CliFailure */
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<CalledTool>;
}

/** Connects to a server, uses it, and leaves nothing of it running. */
export async function withServer<T>(
  cli: Cli,
  settings: ServerSettings,
  use: (server: ConnectedServer) => Promise<T>,
): Promise<T> {
  const { connecting, definitionText, resultText } = await import('../../mcp/index.js');
  const { openConnection, recordsIn } = await connecting();
  const records = await recordsIn(cli.world.environment().stateDir);
  const signal = AbortSignal.timeout(settings.timeoutMs);
  const failureOf = (error: unknown): unknown =>
    signal.aborted ? new CliFailure(`no answer within ${settings.timeoutMs / 1_000} s`) : error;
  let connection: McpConnection | undefined;
  const connected = async () =>
    (connection ??= await openConnection(
      settings,
      { records, log: () => undefined, onToolsChanged: () => undefined },
      signal,
    ));
  const probe = async (): Promise<ServerProbe> => {
    try {
      const server = await connected();
      const { tools } = await server.listTools(signal);
      return { revision: server.revision, tools: tools.length, problem: null };
    } catch (error) {
      return { revision: connection?.revision ?? null, tools: 0, problem: errorText(failureOf(error)) };
    }
  };
  const readOnlyTools = async (): Promise<readonly string[]> => {
    const { tools } = await (await connected()).listTools(signal);
    const isReadOnly = (tool: OfferedTool) =>
      tool.annotations?.readOnlyHint === true && typeof definitionText(tool) === 'string';
    return tools.filter(isReadOnly).map(({ name }) => name);
  };
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<CalledTool> => {
    const server = await connected();
    const { tools } = await server.listTools(signal);
    const tool = tools.find((each) => each.name === name);
    if (!tool) {
      const names = tools.map((each) => each.name).join(', ');
      throw new CliFailure(`the server has no such tool; it has ${names}`, EXIT.usage);
    }
    const answer = await server.call({ tool, input }, signal);
    return { text: resultText(answer, settings.maxResultChars), is_error: answer.isError };
  };
  try {
    return await use({ probe, readOnlyTools, call });
  } catch (error) {
    throw failureOf(error);
  } finally {
    await connection?.close();
  }
}
