import type { ConfigChange, ConfigScope, GatehouseConfig } from '../../config/index.js';
import type { AdminClient } from '../gateway/admin-client.js';
import type { Config, ConfigOutcome } from '../gateway/answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';
import { runningGateway } from '../gateway/gateway-location.js';

/** The configuration's own code, loaded without output by the commands that need it. */
export async function loadConfigCode(cli: Cli) {
  // Must precede every import with a decorator.
  await import('reflect-metadata');
  const { Logger } = await import('@nestjs/common');
  Logger.overrideLogger(false);
  const [code, { OWN_CHANNELS, scopeWith }, { loadPlugins, placeIn }] = await Promise.all([
    import('../../config/index.js'),
    import('../../app.sections.js'),
    import('../../plugins/index.js'),
  ]);
  const environment = cli.world.environment();
  const plugins = await loadPlugins(environment, OWN_CHANNELS);
  return { ...code, placeIn, plugins, scope: scopeWith(plugins, environment) };
}

export type ConfigCode = Awaited<ReturnType<typeof loadConfigCode>>;

/** The gateway to use: the one the options name, else the one running here; undefined = use the file. */
export function gatewayFor(cli: Cli, options: ClientOptions): AdminClient | undefined {
  const isThere = options.url !== undefined || runningGateway(cli.world.environment().stateDir) !== undefined;
  return isThere ? cli.admin(options) : undefined;
}

/**
 * Runs code and turns its ConfigInvalidError into a CliFailure.
 * @param exitCode that of wrong usage where the person has just typed what is checked
 * @throws CliFailure with every problem
 */
export function explained<T>(code: ConfigCode, run: () => T, exitCode = EXIT.failed as 1 | 2): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof code.ConfigInvalidError)) throw error;
    throw new CliFailure(code.formatProblems(error), exitCode);
  }
}

/** The configuration of the next start. @throws CliFailure with every problem */
export function configOfFile(code: ConfigCode): GatehouseConfig {
  return explained(code, () => code.loadConfigIn(code.scope));
}

export async function shownConfig(cli: Cli, options: ClientOptions): Promise<Config> {
  const gateway = gatewayFor(cli, options);
  if (gateway) return gateway.get<Config>('/config');
  const code = await loadConfigCode(cli);
  const config = configOfFile(code);
  return { config: config.masked(), sources: code.sourcesOf(config), pending_restart: [] };
}

/** A command's request, in a form for the gateway and one for the file. */
export interface Wanted {
  readonly patch: { readonly set?: Readonly<Record<string, unknown>>; readonly unset?: readonly string[] };
  readonly change: ConfigChange;
  /** It gives access to this machine, so a running gateway refuses it, and the file itself is written. */
  readonly isOfHost?: boolean;
}

/** Both as one change. */
export const both = ({ allOf }: ConfigCode, one: Wanted, other: Wanted): Wanted => ({
  patch: { set: { ...one.patch.set, ...other.patch.set } },
  change: allOf([one.change, other.change]),
});

/**
 * Changes the configuration through the gateway, or the file when none is running. A path to a secret is always written
 * to the file itself: the gateway cannot tell who calls it, so it lets no caller choose a file to read and send.
 */
export async function changeConfig(
  cli: Cli,
  options: ClientOptions,
  wantedOf: (code: ConfigCode, scope: ConfigScope) => Wanted,
): Promise<ConfigOutcome> {
  const code = await loadConfigCode(cli);
  const { scope } = code;
  const { patch, change, isOfHost = false } = explained(code, () => wantedOf(code, scope), EXIT.usage);
  const isOurs = options.url === undefined && (isOfHost || namesFile(patch.set));
  const gateway = isOurs ? undefined : gatewayFor(cli, options);
  if (gateway) return gateway.patch<ConfigOutcome>('/config', patch);
  const editor = new code.ConfigEditor(scope);
  const apply = () => {
    const plan = editor.plan(change);
    if (plan.changed.length > 0) plan.write();
    const { changed, applied, needsRestart, overridden } = code.outcomeOf(plan.config.pendingRestart, plan);
    return { changed, applied, needs_restart: needsRestart, overridden };
  };
  // Problems that were there before are not the fault of the change.
  return explained(code, apply, isValid(code) ? EXIT.usage : EXIT.failed);
}

function isValid(code: ConfigCode): boolean {
  try {
    code.loadConfigIn(code.scope);
    return true;
  } catch {
    return false;
  }
}

/** Whether a value is or contains a secret's `{ file: "/path" }`. */
function namesFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'file' in value || Object.values(value).some(namesFile);
}

/** The effect of a change, for a person. */
export function outcomeText({ changed, needs_restart, overridden }: ConfigOutcome): string {
  if (changed.length === 0) return 'Nothing changed: the configuration already has this value.';
  const lines = changed.map((path) => {
    const over = overridden.find((each) => each.path === path);
    if (over)
      return `${path}: written, but it has no effect because the environment variable ${over.variable} takes precedence`;
    return needs_restart.includes(path) ? `${path}: takes effect at the next start` : `${path}: changed`;
  });
  return lines.join('\n');
}
