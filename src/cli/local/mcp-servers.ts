import { errorText } from '../../common/index.js';
import type { McpConnection, ServerSettings } from '../../mcp/index.js';
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
  { name: serverName, settings }: { readonly name: string; readonly settings: ServerSettings },
  use: (server: ConnectedServer) => Promise<T>,
): Promise<T> {
  const { connecting, definitionIn, definitionText, nameIn, resultText } = await import('../../mcp/index.js');
  const { homeOf, openConnection, recordsIn } = await connecting();
  const { stateDir } = cli.world.environment();
  const records = await recordsIn(stateDir);
  const limitMs = settings.timeoutMs + (settings.command === undefined ? 0 : settings.startMs);
  const signal = AbortSignal.timeout(limitMs);
  const failureOf = (error: unknown): unknown =>
    signal.aborted ? new CliFailure(`no answer within ${limitMs / 1_000} s`) : error;
  let connection: McpConnection | undefined;
  const connected = async () =>
    (connection ??= await openConnection(
      settings,
      { records, home: homeOf(stateDir, serverName), log: () => undefined, onToolsChanged: () => undefined },
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
    return tools.flatMap((tool) => {
      const text = definitionText(tool);
      const definition = typeof text === 'string' ? definitionIn(text) : undefined;
      return definition?.annotations?.readOnlyHint === true ? [definition.name] : [];
    });
  };
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<CalledTool> => {
    const server = await connected();
    const { tools } = await server.listTools(signal);
    const found = tools.find((each) => nameIn(each) === name);
    if (found === undefined)
      throw new CliFailure(
        `the server has no such tool; its tools: ${tools.map(nameIn).join(', ')}`,
        EXIT.usage,
      );
    const text = definitionText(found);
    const tool = typeof text === 'string' ? definitionIn(text) : { name, inputSchema: {} };
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
