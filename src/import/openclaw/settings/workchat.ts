import { keyPath } from '../../../config/index.js';
import { firstOf, SourceValue } from '../../source/source-value.js';
import { OPEN, TOOLS } from './imbridge.js';
import type { OpenclawMapping } from './openclaw-mapping.js';
import type { Kind } from '../../mapping/mapping.js';
import { senderList } from './sender-lists.js';

const CHANNEL = 'channels.workchat';

const COPIED: readonly (readonly [from: readonly string[], to: string, kind: Kind])[] = [
  [['webhook', 'port'], 'webhook.port', 'number'],
  [['webhook', 'path'], 'webhook.path', 'text'],
  [['groupPolicy'], 'groupPolicy', 'text'],
  [['requireMention'], 'requireMention', 'boolean'],
  [['replyStyle'], 'replyStyle', 'text'],
  [['textChunkLimit'], 'textChunkLimit', 'number'],
  [['chunkMode'], 'chunkMode', 'text'],
  [['streaming', 'chunkMode'], 'chunkMode', 'text'],
  [['sharePointSiteId'], 'docSiteId', 'text'],
  [['historyLimit'], 'historyLimit', 'number'],
  [['dmHistoryLimit'], 'dmHistoryLimit', 'number'],
  [['configWrites'], 'configWrites', 'boolean'],
];

/** Fixed for each cloud; no setting of the peer names another. */
const SIGN_IN = 'the sign-in service of the cloud';
const HOSTS = ['mediaAllowHosts', 'mediaAuthAllowHosts'] as const;
const IDS = ['appId', 'tenantId'] as const;
const VARIABLES = {
  appId: 'MSTEAMS_APP_ID',
  appPassword: 'MSTEAMS_APP_PASSWORD',
  tenantId: 'MSTEAMS_TENANT_ID',
};
const CLOUDS: Readonly<Record<string, string>> = { Public: 'public', USGov: 'usgov', China: 'china' };

const OTHERS: Readonly<Record<string, string>> = {
  mediaMaxMb: 'see channels.workchat.mediaMaxMb, which has a different default',
  streaming: 'to show answers while they are written, see channels.workchat.blockStreaming',
  dangerouslyAllowNameMatching: 'names never give access; only directory ids do',
  serviceUrl: 'the platform reports a separate address for each conversation',
  certificatePath: 'see channels.workchat.auth: use a client secret, or set it up by hand',
  certificateThumbprint: 'see channels.workchat.auth: use a client secret, or set it up by hand',
  useManagedIdentity: 'see channels.workchat.auth: use a client secret, or set it up by hand',
  managedIdentityClientId: 'see channels.workchat.auth: use a client secret, or set it up by hand',
  sso: 'people are not signed in',
  delegatedAuth: 'acting on behalf of people is not supported',
  defaultTo: 'every send names its target',
  contextVisibility: 'there is no such setting',
};

/** `channels.msteams` → `channels.workchat`. */
export function mapTeams(m: OpenclawMapping, channel: SourceValue): void {
  if (!channel.isThere) return;
  for (const [from, to, kind] of COPIED) m.copy(channel.at(...from), `${CHANNEL}.${to}`, kind);
  for (const key of HOSTS) mapHosts(m, channel.at(key), `${CHANNEL}.${key}`);
  mapCredentials(m, channel);

  mapSenders(m, channel);
  for (const [key, team] of channel.at('teams').members) mapTeam(m, key, team);
  for (const [person, own] of channel.at('dms').members)
    m.copy(own.at('historyLimit'), `${keyPath(`${CHANNEL}.dms`, person)}.historyLimit`, 'number');
  for (const [key, why] of Object.entries(OTHERS)) m.ledger.notTaken(channel.at(key).path, why);
  m.toDo.add(
    `Once OpenClaw is stopped, point the messaging endpoint of the bot to this gateway (${CHANNEL}.webhook).`,
  );
}

function mapHosts(m: OpenclawMapping, from: SourceValue, path: string): void {
  if (!from.isThere) return;
  const hosts = from.items.flatMap((item) => m.textOf(item) ?? []);
  if (Array.isArray(from.value)) m.take(from, path, hosts);
  else m.ledger.toDecide(from.path, 'is not a list');
}

/** Without a client secret the channel stays off, for otherwise the gateway could not start. */
function mapCredentials(m: OpenclawMapping, channel: SourceValue): void {
  const unit = { unit: CHANNEL };
  const has = (key: string) =>
    m.plan.has(`${CHANNEL}.${key}`) || m.plan.inForce(`${CHANNEL}.${key}`) !== undefined;
  for (const key of IDS) {
    const from = channel.at(key);
    const value = from.isThere ? m.textOf(from) : m.parts.variables.find(VARIABLES[key])?.value;
    if (value !== undefined) m.take(from, `${CHANNEL}.${key}`, value, unit);
  }
  const own = channel.at('appPassword');
  const isUnset = !own.isThere && m.parts.variables.find(VARIABLES.appPassword) === undefined;
  const from = own.isThere ? own : new SourceValue(`secretref-env:${VARIABLES.appPassword}`, own.path);
  const read = isUnset ? { problem: 'there is none' } : m.parts.secrets.read(from);
  if ('value' in read) {
    const secret = { file: 'openclaw-workchat-app-password', origin: read.origin, goesTo: SIGN_IN };
    m.take(own, `${CHANNEL}.appPassword`, read.value, { ...unit, secret });
  } else if (own.isThere) m.ledger.toDecide(own.path, read.problem);
  const kind = channel.at('authType');
  if (kind.text === 'federated')
    m.ledger.toDecide(kind.path, 'use a client secret, or see channels.workchat.auth');
  else m.ledger.taken(kind.path, [`${CHANNEL}.appPassword`]);
  const isCloud = mapCloud(m, channel.at('cloud'));
  const enabled = channel.at('enabled');
  const isOff = enabled.isThere && m.valueOf(enabled, 'boolean') !== true;
  if (enabled.isThere) m.take(enabled, `${CHANNEL}.enabled`, !isOff);
  if (isOff) return;
  if (isCloud && ['appId', 'appPassword', 'tenantId'].every(has)) {
    m.noteIfOff(CHANNEL);
    return;
  }
  m.plan.set(`${CHANNEL}.enabled`, false);
  m.ledger.toDecide(enabled.path, 'disabled until its credentials and cloud are complete');
  const left = isCloud ? '.appId, .tenantId and .appPassword' : '.cloud';
  m.toDo.add(`Set ${CHANNEL}${left}, then ${CHANNEL}.enabled to true.`);
}

/** @returns whether it is known in which cloud the bot is */
function mapCloud(m: OpenclawMapping, from: SourceValue): boolean {
  if (!from.isThere) return true;
  const cloud = Object.hasOwn(CLOUDS, from.text ?? '') ? CLOUDS[from.text ?? ''] : undefined;
  if (cloud !== undefined) m.take(from, `${CHANNEL}.cloud`, cloud);
  else m.ledger.toDecide(from.path, 'write its addresses as an object (`gatehouse help reference/workchat`)');
  return cloud !== undefined || m.plan.inForce(`${CHANNEL}.cloud`) !== undefined;
}

function mapSenders(m: OpenclawMapping, channel: SourceValue): void {
  const [direct, group, policy] = [
    channel.at('allowFrom'),
    channel.at('groupAllowFrom'),
    channel.at('dmPolicy'),
  ];
  const paths = [`${CHANNEL}.allowFrom`, `${CHANNEL}.groupAllowFrom`] as const;
  const people = senderList(m, 'msteams', direct, paths[0]);
  if (direct.isThere) m.plan.set(paths[0], people);
  const isForAll = people.includes('*');
  if (policy.text === 'open' && !isForAll) m.change(policy, `${CHANNEL}.dmPolicy`, 'allowlist', OPEN);
  else m.copy(policy, `${CHANNEL}.dmPolicy`, 'text');
  const members = senderList(m, 'msteams', group, paths[1]);
  // Ours falls back to `allowFrom` where the list is unset, but not where it is empty.
  const isStrict = m.isBefore(2026, 2, 1);
  if (group.items.length > 0 || (group.isThere && isStrict)) m.plan.set(paths[1], members);
  else if (group.isThere)
    m.ledger.changed(group.path, [paths[0]], 'empty, so the entries of allowFrom apply, as in OpenClaw');
  if (isStrict && channel.at('teams').members.length > 0 && group.items.length === 0)
    m.toDo.add(
      `That release allowed every member of a listed team; Gatehouse allows only people in ${paths[1]}, or in ${paths[0]} if that is not set.`,
    );
}

function mapTeam(m: OpenclawMapping, key: string, team: SourceValue): void {
  const path = keyPath(`${CHANNEL}.teams`, key);
  mapPlace(m, team, path);
  for (const [name, channel] of team.at('channels').members)
    mapPlace(m, channel, keyPath(`${path}.channels`, name));
}

/** That a place is listed lets its messages in, so an entry stays even if it sets nothing. */
function mapPlace(m: OpenclawMapping, from: SourceValue, path: string): void {
  const isMention = m.copy(from.at('requireMention'), `${path}.requireMention`, 'boolean');
  const isStyle = m.copy(from.at('replyStyle'), `${path}.replyStyle`, 'text');
  m.ledger.notTaken(from.at('tools').path, TOOLS);
  m.ledger.notTaken(from.at('toolsBySender').path, TOOLS);
  m.ledger.takenAlone(from.at('channels').path, [`${path}.channels`]);
  if (isMention || isStyle || from.at('channels').members.length > 0 || !from.isObject) return;
  m.plan.set(path, {});
  m.ledger.takenAlone(from.path, [path]);
}

/** The prefix of the one channel that is configured is that of all answers. */
export function mapTeamsPrefix(m: OpenclawMapping, channel: SourceValue, isAlone: boolean): void {
  const own = channel.at('responsePrefix');
  if (!own.isThere) return;
  const all = firstOf(m.parts.root.at('messages', 'responsePrefix'));
  if (isAlone && !all.isThere) m.copy(own, 'messages.responsePrefix', 'text');
  else m.ledger.notTaken(own.path, 'all channels share messages.responsePrefix');
}
