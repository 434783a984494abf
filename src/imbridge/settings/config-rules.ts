import { BlockList, isIP } from 'node:net';
import { isLoopbackHost, isPlainPath } from '../../common/index.js';
import { ConfigProblem } from '../../config/index.js';
import { allowEntryProblem } from './allow-list.js';
import type { ImbridgeAccountConfig, ImbridgeTopConfig } from './account-config.js';
import { toolsKeyOf } from './groups.js';
import { isPhoneRegion, type PhoneRegion } from '../ids/handle.js';
import { parseChatGuid } from '../ids/id.js';
import { type AccountSource, enabledSources, resolveSettings } from './settings.js';

/** Reserved paths of the main listener. */
const RESERVED = /^\/(?:v1|admin|console|docs|openapi|healthz|readyz|metrics)(?:\/|$)/i;
const BARE_CHAT = /^[0-9a-z-]{6,64}$/i;

/** Faults across settings. Messages never contain a configured value. */
export function imbridgeProblems(config: ImbridgeTopConfig): readonly ConfigProblem[] {
  const sources = enabledSources(config, isTouched(config));
  const named = Object.entries(config.accounts ?? {}).map(
    ([name, own]) => [`accounts.${name}.`, own] as const,
  );
  return [
    ...levelProblems('', config, config.defaultRegion),
    ...named.flatMap(([path, own]) => levelProblems(path, own, own.defaultRegion ?? config.defaultRegion)),
    ...sources.flatMap((source) => missing(config, source)),
    ...ambiguous(config, sources),
  ];
}

/** Whether anything differs from the defaults; `imbridgeIsComplete` finds a section that only repeats them. */
function isTouched(config: ImbridgeTopConfig): boolean {
  const fresh = new (config.constructor as new () => ImbridgeTopConfig)();
  return JSON.stringify(config) !== JSON.stringify(fresh);
}

function levelProblems(path: string, own: ImbridgeAccountConfig, region?: string): readonly ConfigProblem[] {
  const known = region !== undefined && isPhoneRegion(region) ? region : undefined;
  const entries = (key: 'allowFrom' | 'groupAllowFrom') =>
    (own[key] ?? []).flatMap((entry, index) => {
      const problem = allowEntryProblem(entry, known);
      return problem === undefined ? [] : [new ConfigProblem(`${path}${key}[${index}]`, problem)];
    });
  return [
    ...entries('allowFrom'),
    ...entries('groupAllowFrom'),
    ...groupProblems(path, own, known),
    ...otherProblems(path, own),
  ];
}

function groupProblems(path: string, own: ImbridgeAccountConfig, region?: PhoneRegion): ConfigProblem[] {
  return Object.entries(own.groups ?? {}).flatMap(([guid, { toolsBySender }]) => {
    const isPlace = guid === '*' || parseChatGuid(guid) !== undefined || BARE_CHAT.test(guid);
    const strangers = Object.keys(toolsBySender ?? {}).filter((key) => !toolsKeyOf(key, region));
    return [
      ...(isPlace ? [] : [new ConfigProblem(`${path}groups`, 'keys must be chat guids or *')]),
      ...strangers.map(
        () => new ConfigProblem(`${path}groups.${guid}.toolsBySender`, 'keys must be senders or *'),
      ),
    ];
  });
}

function otherProblems(path: string, own: ImbridgeAccountConfig): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (own.defaultRegion !== undefined && !isPhoneRegion(own.defaultRegion)) {
    problems.push(new ConfigProblem(`${path}defaultRegion`, 'must be a two-letter region such as US or DE'));
  }
  if (own.webhookPath !== undefined && RESERVED.test(own.webhookPath)) {
    problems.push(new ConfigProblem(`${path}webhookPath`, 'is reserved for the gateway itself'));
  }
  if (own.webhookPath !== undefined && !isPlainPath(own.webhookPath)) {
    problems.push(new ConfigProblem(`${path}webhookPath`, 'must not contain //, or . or .. as a segment'));
  }
  if (own.webhookUrl !== undefined && !isProtected(own.webhookUrl)) {
    problems.push(
      new ConfigProblem(
        `${path}webhookUrl`,
        'must be https, because only private addresses and local names may be http',
      ),
    );
  }
  for (const name of ['password', 'webhookSecret'] as const)
    if (/^\s+$/.test(own[name] ?? ''))
      problems.push(
        new ConfigProblem(
          `${path}${name}`,
          'must not be only white space, because no request could match it',
        ),
      );
  return problems;
}

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  PRIVATE.addSubnet(network, prefix);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/** Whether the secret in the address is encrypted on its way, or does not leave the local network. */
function isProtected(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  const host = hostname?.replace(/^\[|\]$/g, '') ?? '';
  // A value that is no URL at all has a problem of its own.
  if (protocol !== 'http:' || isLoopbackHost(host)) return true;
  const version = isIP(host);
  if (version !== 0) return PRIVATE.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return !host.includes('.') || /\.(?:local|lan|home|internal|home\.arpa|ts\.net)$/.test(host);
}

/** The required settings of an account. */
export function missing(config: ImbridgeTopConfig, source: AccountSource): readonly ConfigProblem[] {
  const { serverUrl, password } = resolveSettings(config, source);
  return [
    ...(serverUrl === '' ? [new ConfigProblem(`${source.path}serverUrl`, 'is required')] : []),
    ...(password === '' ? [new ConfigProblem(`${source.path}password`, 'is required')] : []),
  ];
}

/** Two accounts with the same path and secret, whose webhooks would be ambiguous. */
function ambiguous(config: ImbridgeTopConfig, sources: readonly AccountSource[]): readonly ConfigProblem[] {
  const seen = new Set<string>();
  return sources.flatMap((source) => {
    const { webhookPath, webhookSecret } = resolveSettings(config, source);
    const key = `${webhookPath}\n${webhookSecret.trim()}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      new ConfigProblem(
        `${source.path}webhookSecret`,
        'another account has the same webhook path and secret',
      ),
    ];
  });
}
