import { isAbsolute } from 'node:path';
import { IsInt, IsNotEmpty, IsOptional, Max, Min } from 'class-validator';
import { isLoopbackHost } from '../../../common/index.js';
import { section } from '../../describe/section.js';
import { NestedMap, Setting } from '../../describe/setting.decorator.js';
import { AreStrings, IsBaseUrl } from '../../describe/validators.js';
import { ConfigProblem } from '../../tree/problem.js';
import { headerProblems, isHeaderValue, NO_HEADER_VALUE } from '../header-problems.js';

/** Settings that only one of the two kinds of server has. */
const OF_HTTP = ['token', 'headers', 'clientId', 'clientSecret', 'issuer', 'scope', 'login'] as const;
/** Settings of tokens that are fetched. */
const OF_OAUTH = ['clientId', 'issuer', 'scope', 'login'] as const;
const OF_STDIO = ['args', 'env', 'cwd'] as const;
type ForeignKey = (typeof OF_HTTP | typeof OF_STDIO)[number];

/** Names become parts of tool names and of policies: `mcp.<server>.<tool>`, `<server>__<tool>`. */
export const SERVER_NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

/** An MCP server: an address, or a program that this gateway starts. */
export class McpServerConfig {
  @Setting({
    doc: 'Address of a Streamable HTTP server. It may be internal, and use plain http; metadata addresses are rejected.',
  })
  @IsOptional()
  @IsBaseUrl()
  readonly url?: string;

  @Setting({ doc: 'Token that is sent to `url` as `Authorization: Bearer`.', secret: true })
  @IsOptional()
  @IsNotEmpty()
  readonly token?: string;

  @Setting({
    doc: 'Additional headers for every call to `url`, as a map of names to values.',
    secret: true,
    type: 'map of strings',
  })
  @IsOptional()
  readonly headers?: Readonly<Record<string, string>>;

  @Setting({
    doc: 'Client id of this gateway at the authorization server of `url`. With `clientSecret`, tokens are fetched there (client credentials). Alone, or with `login`, it is used by `gatehouse mcp login`, which otherwise registers this gateway automatically.',
  })
  @IsOptional()
  @IsNotEmpty()
  readonly clientId?: string;

  @Setting({ doc: 'Secret that belongs to `clientId`.', secret: true })
  @IsOptional()
  @IsNotEmpty()
  readonly clientSecret?: string;

  @Setting({
    doc: 'The authorization server of `url`; it may be internal. Unset = the one that the server names; with `clientSecret`, only the origin of `url`.',
  })
  @IsOptional()
  @IsBaseUrl()
  readonly issuer?: string;

  @Setting({ doc: 'Scope to request. Unset = the one that the server requires.' })
  @IsOptional()
  @IsNotEmpty()
  readonly scope?: string;

  @Setting({
    doc: 'Whether a person logs in (`gatehouse mcp login`), and `clientSecret` only identifies the registration. Always the case without `clientSecret`.',
  })
  readonly login: boolean = false;

  @Setting({
    doc: 'Program that speaks MCP over standard input and output: a path, or a name in PATH. No shell is used.',
    isHostOnly: true,
  })
  @IsOptional()
  @IsNotEmpty()
  readonly command?: string;

  @Setting({ doc: 'Arguments of `command`.', isHostOnly: true, type: 'string[]' })
  @IsOptional()
  @AreStrings()
  readonly args?: readonly string[];

  @Setting({
    doc: 'Environment of `command` in addition to PATH, LANG, TZ, a separate HOME (`mcp-homes/<server>` in the state directory) and GATEHOUSE_MCP_PROGRAM, which identifies its processes.',
    isHostOnly: true,
    secret: true,
    type: 'map of strings',
  })
  @IsOptional()
  readonly env?: Readonly<Record<string, string>>;

  @Setting({ doc: 'Working directory of `command`; absolute. Unset = its HOME.', isHostOnly: true })
  @IsOptional()
  @IsNotEmpty()
  readonly cwd?: string;

  @Setting({
    doc: 'How long the first start of `command` in a gateway may take, in milliseconds, because `npx` and `uvx` may download the program. Later starts get 30 seconds.',
  })
  @IsInt()
  @Min(30_000)
  @Max(3_600_000)
  readonly startMs: number = 120_000;

  @Setting({ doc: 'How long a call may take, in milliseconds.' })
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  readonly timeoutMs: number = 30_000;

  @Setting({
    doc: 'Maximum number of characters of a result sent to the model; the rest is cut off, with a note for the model.',
  })
  @IsInt()
  @Min(100)
  @Max(1_000_000)
  readonly maxResultChars: number = 20_000;

  @Setting({ doc: 'The tools of the server to use. Unset = all of them.', type: 'string[]' })
  @IsOptional()
  @AreStrings()
  readonly tools?: readonly string[];

  @Setting({
    doc: 'Whether calls contain the channel and the sender id of the person who asked, in `_meta`.',
  })
  readonly identify: boolean = false;

  @Setting({
    doc: 'Whether new tools, and tools with a changed description or changed arguments, are withheld until `gatehouse mcp accept`.',
  })
  readonly pin: boolean = true;

  problems(): ConfigProblem[] {
    const { url, command } = this;
    if ((url === undefined) === (command === undefined))
      return [new ConfigProblem('', 'needs either url or command')];
    return url === undefined ? this.ofProgram() : this.ofAddress(url);
  }

  private ofProgram(): ConfigProblem[] {
    const { cwd, env = {} } = this;
    return [
      ...this.foreign(OF_HTTP, 'url'),
      ...(cwd === undefined || isAbsolute(cwd) ? [] : [new ConfigProblem('cwd', 'must be an absolute path')]),
      ...Object.keys(env).flatMap((name) =>
        ENVIRONMENT_NAME.test(name)
          ? []
          : [new ConfigProblem('env', 'has a name that is not allowed for a variable')],
      ),
    ];
  }

  private ofAddress(url: string): ConfigProblem[] {
    const { token, clientId, clientSecret, headers = {} } = this;
    const isPlain = url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname);
    return [
      ...this.foreign(OF_STDIO, 'command'),
      ...headerProblems(headers),
      ...(token === undefined || isHeaderValue(token) ? [] : [new ConfigProblem('token', NO_HEADER_VALUE)]),
      ...(clientSecret !== undefined && clientId === undefined
        ? [new ConfigProblem('clientId', 'is required with clientSecret')]
        : []),
      ...OF_OAUTH.flatMap((key) =>
        token !== undefined && isSet(this[key])
          ? [new ConfigProblem(key, 'cannot be combined with token')]
          : [],
      ),
      ...(isPlain && clientId !== undefined ? [new ConfigProblem('clientId', 'needs an https address')] : []),
    ];
  }

  private foreign(keys: readonly ForeignKey[], kind: string): ConfigProblem[] {
    return keys
      .filter((key) => isSet(this[key]))
      .map((key) => new ConfigProblem(key, `is only for a server with ${kind}`));
  }
}

const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const isSet = (value: unknown): boolean => value !== undefined && value !== false;

/** The servers that agents may get tools from. */
export class McpConfig {
  @NestedMap(() => McpServerConfig, {
    doc: 'MCP servers by name (lower-case letters, digits and hyphens, at most 32). An agent uses the servers listed in its `mcp`.',
  })
  readonly servers: Readonly<Record<string, McpServerConfig>> = {};

  problems(): ConfigProblem[] {
    return Object.keys(this.servers)
      .filter((name) => !SERVER_NAME.test(name))
      .map(
        (name) =>
          new ConfigProblem(
            `servers.${name}`,
            'must be named by lower-case letters, digits and hyphens, at most 32',
          ),
      );
  }
}

export const MCP = section('mcp', McpConfig);
