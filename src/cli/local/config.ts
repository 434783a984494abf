import type { ConfigChange, ConfigScope, GatehouseConfig } from '../../config/index.js';
import type { AdminClient } from '../gateway/admin-client.js';
import type { Config, ConfigOutcome } from '../gateway/answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { CliFailure } from '../failure.js';
import { runningGateway } from '../gateway/gateway-location.js';

/** The configuration's own code, loaded by the commands that need it; quiet. */
export async function loadConfigCode(cli: Cli) {
  // Before everything that has a decorator.
  await import('reflect-metadata');
  const { Logger } = await import('@nestjs/common');
  Logger.overrideLogger(false);
  const [code, { OWN_CHANNELS, scopeWith }, { loadPlugins }] = await Promise.all([
    import('../../config/index.js'),
    import('../../app.sections.js'),
    import('../../plugins/index.js'),
  ]);
  const environment = cli.world.environment();
  const plugins = await loadPlugins(environment.stateDir, OWN_CHANNELS);
  return { ...code, plugins, scope: scopeWith(plugins, environment) };
}

export type ConfigCode = Awaited<ReturnType<typeof loadConfigCode>>;

/** The gateway that is to make or tell it: the one named by options, else the one running here; else the file is. */
export function gatewayFor(cli: Cli, options: ClientOptions): AdminClient | undefined {
  const isThere = options.url !== undefined || runningGateway(cli.world.environment().stateDir) !== undefined;
  return isThere ? cli.admin(options) : undefined;
}

/** Runs what throws ConfigInvalidError. @throws CliFailure with every problem */
export function explained<T>({ ConfigInvalidError, formatProblems }: ConfigCode, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof ConfigInvalidError ? new CliFailure(formatProblems(error)) : error;
  }
}

/** As the next start would have it. @throws CliFailure with every problem */
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

/** A command's request, in both ways it can be done. */
export interface Wanted {
  readonly patch: { readonly set?: Readonly<Record<string, unknown>>; readonly unset?: readonly string[] };
  readonly change: ConfigChange;
}

/**
 * Changes the configuration through the gateway, or the file when none is running. A secret's file is named in the
 * file too: the gateway, which cannot tell who asks it, lets nobody name any file to be read and sent.
 */
export async function changeConfig(
  cli: Cli,
  options: ClientOptions,
  wantedOf: (code: ConfigCode, scope: ConfigScope) => Wanted,
): Promise<ConfigOutcome> {
  const code = await loadConfigCode(cli);
  const { scope } = code;
  const { patch, change } = explained(code, () => wantedOf(code, scope));
  const isOurs = options.url === undefined && namesFile(patch.set);
  const gateway = isOurs ? undefined : gatewayFor(cli, options);
  if (gateway) return gateway.patch<ConfigOutcome>('/config', patch);
  return explained(code, () => {
    const plan = new code.ConfigEditor(scope).plan(change);
    if (plan.changed.length > 0) plan.write();
    const { changed, applied, needsRestart, overridden } = code.outcomeOf(plan.config, plan);
    return { changed, applied, needs_restart: needsRestart, overridden };
  });
}

/** Whether a value is, or has in it, a secret's `{ file: "/path" }`. */
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
      return `${path}: written, but without effect: the environment variable ${over.variable} takes precedence`;
    return needs_restart.includes(path) ? `${path}: takes effect at the next start` : `${path}: changed`;
  });
  return lines.join('\n');
}
