import type { Cli, OutputOptions } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';
import type { Delivery } from '../gateway/answers.js';
import {
  changeConfig,
  type ConfigCode,
  configOfFile,
  explained,
  gatewayFor,
  loadConfigCode,
} from '../local/config.js';
import { counted, printable } from '../output/text.js';
import {
  accountsMeant,
  configFileOf,
  type ConfiguredChannel,
  configuredChannel,
  objectIn,
} from './configured-channel.js';

interface Removed {
  readonly channel: string;
  /** All of the channel when left out. */
  readonly account?: string | undefined;
  readonly isSure: boolean;
}

/** Takes a channel, or one of its accounts, out of the configuration, and says what is left elsewhere. */
export async function removeChannel(cli: Cli, options: OutputOptions, removed: Removed): Promise<void> {
  const code = await loadConfigCode(cli);
  const file = explained(code, () => cli.world.readConfigFile(configFileOf(cli)));
  const found = await configuredChannel(code, file, removed.channel).catch(refusedByVariables(code, removed));
  const accounts = accountsMeant(found, removed.account);
  const isWhole = accounts.length === found.accounts.length;
  const path = `channels.${found.channel}${isWhole ? '' : `.accounts.${accounts.join('')}`}`;
  const waiting = await waitingFor(cli, found.channel, accounts);
  const left = [
    ...leftOf(code, found, { accounts, isWhole }),
    ...(isWhole ? namersOf(code, file, found.channel) : []),
  ];
  const question = `${questionText(found, accounts, waiting)} Remove it from ${configFileOf(cli)}?`;
  await cli.confirm(question, { isSure: removed.isSure, json: options.json });
  const outcome = await changeConfig(cli, {}, ({ unsetPath }) => ({
    patch: { unset: [path] },
    change: unsetPath(path),
  }));
  for (const { path: held, variable } of outcome.overridden)
    cli.warn(`${held} is still set by the environment variable ${variable}`);
  const told = {
    channel: found.channel,
    accounts,
    ...outcome,
    waiting: waiting?.map(({ id }) => id) ?? null,
    left,
  };
  cli.print(options, told, () =>
    [`${found.channel}: removed (${accounts.join(', ')}).`, ...waitingLines(waiting), ...left].join('\n'),
  );
}

/** A channel that only variables set cannot be removed here. */
const refusedByVariables =
  (code: ConfigCode, { channel }: Removed) =>
  (error: unknown): never => {
    const sources = Object.entries(code.sourcesOf(configOfFile(code)));
    const own = sources.filter(
      ([path, source]) => path.startsWith(`channels.${channel}.`) && source !== 'file',
    );
    if (own.length === 0) throw error;
    const variables = own.map(([, source]) => source).join(', ');
    throw new CliFailure(
      `${channel} is set by environment variables, not in the file: unset ${variables}`,
      EXIT.usage,
    );
  };

const OPEN = ['queued', 'sending', 'unknown'] as const;
const SHOWN = 5;

/** Undefined when no gateway runs that could tell. */
async function waitingFor(
  cli: Cli,
  channel: string,
  accounts: readonly string[],
): Promise<readonly Delivery[] | undefined> {
  const gateway = gatewayFor(cli, {});
  if (!gateway) return undefined;
  const isTheirs = (each: Delivery) => each.channel === channel && accounts.includes(each.account);
  const lists = OPEN.map((status) => gateway.list<Delivery>('/deliveries', { status }, Infinity, isTheirs));
  return (await Promise.all(lists)).flatMap(({ items }) => items);
}

function questionText(
  { channel }: ConfiguredChannel,
  accounts: readonly string[],
  waiting: readonly Delivery[] | undefined,
): string {
  const what = `${channel}: ${counted(accounts.length, 'account')} (${accounts.join(', ')}).`;
  return [what, ...waitingLines(waiting)].join(' ');
}

/** A delivery to an account that is gone is refused at once. */
function waitingLines(waiting: readonly Delivery[] | undefined): readonly string[] {
  if (!waiting || waiting.length === 0) return [];
  const shown = waiting
    .slice(0, SHOWN)
    .map(({ id, conversation_id }) => `${id} to ${printable(conversation_id)}`);
  const more = waiting.length > SHOWN ? ` and ${waiting.length - SHOWN} more` : '';
  const end =
    waiting.length === 1 ? 'is pending and becomes a dead letter' : 'are pending and become dead letters';
  return [`${counted(waiting.length, 'message')} ${end}: ${shown.join(', ')}${more}.`];
}

interface Extent {
  readonly accounts: readonly string[];
  readonly isWhole: boolean;
}

/** Sentences about what this command does not remove. */
function leftOf(
  code: ConfigCode,
  found: ConfiguredChannel,
  { accounts, isWhole }: Extent,
): readonly string[] {
  const { channel, section } = found;
  const named = objectIn(section, 'accounts');
  const files = filesIn(isWhole ? section : accounts.map((account) => named[account]));
  const plugin = code.plugins.loaded.find(({ channels }) => channels.includes(channel));
  return [
    ...files.map((file) => `The secret in ${file} stays: delete it if nothing else uses it.`),
    ...addressesOf(code, found, accounts).map((url) => `Remove this webhook from the service: ${url}`),
    ...(isWhole && plugin ? [`Its plugin stays. To remove it: gatehouse plugins remove ${plugin.name}`] : []),
    'Grants, conversations and sent messages stay in the database.',
  ];
}

/** Settings that still name the channel, as a value (`agents.bindings[].channel`) or at the beginning of a target. */
function namersOf(code: ConfigCode, file: object, channel: string): readonly string[] {
  const pathsIn = (value: unknown, path: string): readonly string[] => {
    if (typeof value === 'string')
      return value === channel || value.startsWith(`${channel}:`) || value.startsWith(`${channel}/`)
        ? [path]
        : [];
    if (Array.isArray(value)) return value.flatMap((each, at) => pathsIn(each, code.itemPath(path, at)));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, each]) => pathsIn(each, code.keyPath(path, key)));
  };
  const { channels: _, ...others } = file as { readonly channels?: unknown };
  return pathsIn(others, '').map((path) => `The setting ${path} still names ${channel}.`);
}

/** The files that `{ file: "/path" }` names, wherever it stands. */
function filesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { file } = value as { readonly file?: unknown };
  const isSecret = typeof file === 'string' && Object.keys(value).length === 1;
  return isSecret ? [file] : [...new Set(Object.values(value).flatMap(filesIn))];
}

/** None where the configuration is not valid: it is to be mended by this, perhaps. */
function addressesOf(
  code: ConfigCode,
  { setup }: ConfiguredChannel,
  accounts: readonly string[],
): readonly string[] {
  try {
    const config = code.loadConfigIn(code.scope);
    return accounts.flatMap((account) => setup?.endpoint?.(config, account)?.url ?? []);
  } catch {
    return [];
  }
}
