import { AGENTS, ConfigProblem, type GatehouseConfig } from './config/index.js';

/** Known settings that nothing reads yet; each goes from this list with the release that serves it. */
const WITHOUT_EFFECT = [
  'channels.defaults',
  'channels.imbridge.actions',
  'channels.imbridge.blockStreaming',
  'channels.imbridge.groupAllowFrom',
  'channels.imbridge.groupPolicy',
  'channels.imbridge.groups',
  'channels.imbridge.historyLimit',
  'channels.imbridge.mediaMaxMb',
  'channels.workchat',
  'commands',
  'messages.groupChat',
];

/** Paths that the file sets and that change nothing, so that nobody believes they do. */
export function settingsWithoutEffect(config: GatehouseConfig): string[] {
  return WITHOUT_EFFECT.filter((path) => config.present(path));
}

/**
 * Better no start than one that cannot answer.
 * @returns every setting that asks for what this release does not have
 */
export function whatIsNotBuilt(config: GatehouseConfig): readonly ConfigProblem[] {
  return config
    .get(AGENTS)
    .list.flatMap(({ runtime }, index) =>
      runtime.type === 'http' ? [notBuilt(`agents.list[${index}].runtime.type`, 'the http runtime')] : [],
    );
}

const notBuilt = (path: string, what: string): ConfigProblem =>
  new ConfigProblem(path, `${what} is not part of this release yet`);
