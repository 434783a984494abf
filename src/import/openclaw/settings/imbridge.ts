import { keyPath } from '../../../config/index.js';
import { firstOf, type SourceValue } from '../../source/source-value.js';
import type { OpenclawMapping } from './openclaw-mapping.js';
import type { Kind } from '../../mapping/mapping.js';
import { senderList } from './sender-lists.js';

const CHANNEL = 'channels.imbridge';

const COPIED: readonly (readonly [string, Kind])[] = [
  ['webhookPath', 'text'],
  ['groupPolicy', 'text'],
  ['historyLimit', 'number'],
  ['dmHistoryLimit', 'number'],
  ['textChunkLimit', 'number'],
  ['chunkMode', 'text'],
  ['mediaMaxMb', 'number'],
  ['sendReadReceipts', 'boolean'],
  ['blockStreaming', 'boolean'],
];

const ACTIONS = [
  'reactions',
  'edit',
  'unsend',
  'reply',
  'sendWithEffect',
  'renameGroup',
  'setGroupIcon',
  'addParticipant',
  'removeParticipant',
  'leaveGroup',
  'sendAttachment',
];

const OTHERS: Readonly<Record<string, string>> = {
  name: 'accounts are named by their id',
  markdown: 'answers are adapted to each channel automatically',
  mediaLocalRoots: 'files are sent by name and by path differently (`gatehouse help guide/sending`)',
  defaultAccount: 'there is no default account: commands name the account',
  catchup: 'the meaning differs, and it is on by default (channels.imbridge.catchUp)',
  sendTimeoutMs: 'the meaning differs: below 190 s, the bridge may still send a message after the timeout',
  network: 'private addresses of a bridge are allowed',
  allowPrivateNetwork: 'private addresses of a bridge are allowed',
  enrichGroupParticipantsFromContacts: 'there is no such setting',
  replyContextApiFallback: 'there is no such setting',
  coalesceSameSenderDms: 'there is no such setting: see messages.coalesceMs',
};

const DEFAULT_PATH = '/imbridge-webhook';

type Members = SourceValue['members'];

/** A level of the settings: the channel with the defaults of its accounts, or one account. */
interface Level {
  readonly from: SourceValue;
  readonly path: string;
  /** The channel, for an account. */
  readonly base?: SourceValue;
  /** Undefined for the channel where it has accounts, because it is none then. */
  readonly account?: string;
}

/** The accounts that the peer has, with the settings in force there. */
export function bluebubblesAccounts(channel: SourceValue): ReadonlyMap<string, SourceValue[]> {
  const accounts = channel.at('accounts').members;
  if (accounts.length === 0) return new Map(channel.isThere ? [['default', [channel]]] : []);
  return new Map(accounts.map(([id, own]) => [id.toLowerCase(), [own, channel]]));
}

/**
 * `channels.bluebubbles` → `channels.imbridge`.
 * @returns whether it was taken; beside accounts of ours it would change what they inherit
 */
export function mapBluebubbles(m: OpenclawMapping, channel: SourceValue): boolean {
  if (!channel.isThere) return false;
  const accounts = channel.at('accounts').members;
  if (hasOthers(m, accounts)) {
    m.ledger.toDecide(channel.path, OTHER_ACCOUNTS);
    m.toDo.add(`The BlueBubbles settings were not imported: ${OTHER_ACCOUNTS}.`);
    return false;
  }
  const alone = accounts.length === 0 ? { account: 'default' } : {};
  mapLevel(m, { from: channel, path: CHANNEL, ...alone });
  for (const [id, from] of accounts) {
    const account = id.toLowerCase();
    const path = keyPath(`${CHANNEL}.accounts`, account);
    mapLevel(m, { from, path, base: channel, account });
    // An account that sets nothing is still one.
    if (!m.plan.isWithin(path)) m.plan.set(path, {});
    m.ledger.takenAlone(from.path, [path]);
  }
  separateWebhooks(m, accounts);
  m.toDo.add(
    'On the BlueBubbles server, delete the OpenClaw webhook; otherwise both gateways answer. ' +
      `Gatehouse registers its own webhook (default path ${DEFAULT_PATH}) if the server runs on this machine or gateway.publicUrl is set.`,
  );
  return true;
}

const OTHER_ACCOUNTS =
  'channels.imbridge already has other accounts, or one account where OpenClaw has several: import into a new state directory, or add them by hand';

/** Whether ours has an account that the peer has not. */
function hasOthers({ plan }: OpenclawMapping, accounts: Members): boolean {
  const ours = Object.keys((plan.inForce(`${CHANNEL}.accounts`) as object | undefined) ?? {});
  const theirs = new Set(accounts.map(([id]) => id.toLowerCase()));
  const isOne = ['serverUrl', 'password'].some((key) => plan.inForce(`${CHANNEL}.${key}`) !== undefined);
  return ours.some((id) => !theirs.has(id)) || (theirs.size > 0 && ours.length === 0 && isOne);
}

/** Accounts with the same password need addresses of their own, by which ours tells them apart. */
function separateWebhooks(m: OpenclawMapping, accounts: Members): void {
  const seen = new Set<string>();
  for (const [id, from] of accounts) {
    const path = keyPath(`${CHANNEL}.accounts`, id.toLowerCase());
    const inForce = (key: string) => m.plan.value(`${path}.${key}`) ?? m.plan.value(`${CHANNEL}.${key}`);
    const key = JSON.stringify([inForce('webhookPath'), inForce('password')]);
    if (seen.has(key)) {
      const address = `${DEFAULT_PATH}-${id.toLowerCase().replaceAll(/[^a-z0-9-]/g, '_')}`;
      m.change(
        from.at('webhookPath'),
        `${path}.webhookPath`,
        address,
        'another account has the same password',
      );
    }
    seen.add(key);
  }
}

function mapLevel(m: OpenclawMapping, level: Level): void {
  const { from, path } = level;
  for (const [key, kind] of COPIED) m.copy(from.at(key), `${path}.${key}`, kind);
  mapCredentials(m, level);
  mapPolicy(m, level);
  mapGroupSenders(m, level);
  mapGroups(m, level);
  mapActions(m, level);
  for (const key of ['groups', 'actions', 'accounts'])
    if (from.at(key).members.length === 0) m.ledger.notTaken(from.at(key).path, SETS_NOTHING);
  for (const [key, why] of Object.entries(OTHERS)) m.ledger.notTaken(from.at(key).path, why);
}

const SETS_NOTHING = 'is empty';

/** An account without a password that we can read stays off, for otherwise the gateway could not start. */
function mapCredentials(m: OpenclawMapping, level: Level): void {
  const { from, path, base, account } = level;
  const [url, password, enabled] = [from.at('serverUrl'), from.at('password'), from.at('enabled')];
  const address = m.textOf(url);
  if (address !== undefined) m.take(url, `${path}.serverUrl`, address, { unit: path });
  const isGiven = password.isThere && takePassword(m, password, level);
  const isOff = enabled.isThere && m.valueOf(enabled, 'boolean') !== true;
  if (enabled.isThere && !isOff) m.take(enabled, `${path}.enabled`, true);
  const has = (key: 'serverUrl' | 'password') =>
    [path, ...(base ? [CHANNEL] : [])].some(
      (at) => m.plan.has(`${at}.${key}`) || m.plan.inForce(`${at}.${key}`) !== undefined,
    );
  if (isOff) m.take(enabled, `${path}.enabled`, false);
  if (account === undefined || isOff) return;
  if (has('serverUrl') && (isGiven || has('password'))) {
    m.noteIfOff(path);
    return;
  }
  m.plan.set(`${path}.enabled`, false);
  m.ledger.toDecide(enabled.path, 'disabled until it has an address and a password');
  m.toDo.add(`Set ${path}.serverUrl and .password, then ${path}.enabled to true.`);
}

function takePassword(m: OpenclawMapping, password: SourceValue, level: Level): boolean {
  const { path, account = 'all' } = level;
  const read = m.parts.secrets.read(password);
  if ('problem' in read) {
    m.ledger.toDecide(password.path, read.problem);
    return false;
  }
  const goesTo = addressesOf(m, level).join(', ') || 'no address yet';
  const secret = { file: `openclaw-imbridge-${account}-password`, origin: read.origin, goesTo };
  m.take(password, `${path}.password`, read.value, { unit: path, secret });
  return true;
}

/** The servers that get the password of a level: those of accounts without a password of their own, too. */
function addressesOf(m: OpenclawMapping, { from, base }: Level): readonly string[] {
  const heirs = from.at('accounts').members.flatMap(([, own]) => (own.at('password').isThere ? [] : [own]));
  const servers = [
    firstOf(from.at('serverUrl'), base?.at('serverUrl') ?? from),
    ...heirs.map((own) => own.at('serverUrl')),
  ];
  const texts = servers.flatMap(({ text, path }) =>
    text === undefined ? [] : [m.parts.variables.replaced(text, path)],
  );
  return [...new Set(texts.flatMap((found) => found?.value ?? []))];
}

/** The peer's `open` without a `*` in the list lets in only those on it. */
function mapPolicy(m: OpenclawMapping, { from, path, base }: Level): void {
  const list = senderList(m, 'bluebubbles', from.at('allowFrom'), `${path}.allowFrom`);
  if (from.at('allowFrom').isThere) m.plan.set(`${path}.allowFrom`, list);
  const own = from.at('dmPolicy');
  const policy = own.isThere ? own : (base?.at('dmPolicy') ?? own);
  if (policy.text !== 'open') return void m.copy(own, `${path}.dmPolicy`, 'text');
  const inForce = from.at('allowFrom').isThere ? from.at('allowFrom') : (base?.at('allowFrom') ?? own);
  const isForAll = inForce.items.some(({ text }) => text?.trim() === '*');
  if (isForAll) m.take(policy, `${path}.dmPolicy`, 'open');
  else m.change(policy, `${path}.dmPolicy`, 'allowlist', OPEN);
}

export const OPEN = 'open without * in allowFrom allows only listed people: imported as allowlist';

/** An empty list of groups falls back to that of direct messages, which ours does not: it is written out. */
function mapGroupSenders(m: OpenclawMapping, { from, path, base }: Level): void {
  const [own, direct] = [from.at('groupAllowFrom'), from.at('allowFrom')];
  const inForce = own.isThere ? own : (base?.at('groupAllowFrom') ?? own);
  const target = `${path}.groupAllowFrom`;
  if (inForce.items.length > 0) {
    if (own.isThere) m.plan.set(target, senderList(m, 'bluebubbles', own, target));
    return;
  }
  if (own.isThere)
    m.ledger.changed(own.path, [target], 'empty, so the entries of allowFrom apply; they are written out');
  const senders = direct.isThere ? direct : (base?.at('allowFrom') ?? direct);
  if (base && !own.isThere && !direct.isThere) return;
  // Without a list of its own, an account would have that of the channel.
  if (senders.items.length === 0 && !base) return;
  m.plan.set(target, senderList(m, 'bluebubbles', senders, target));
}

const IS_PLACE = /^(?:\*|[A-Za-z0-9]{1,32};[+-];.{1,256}|(?=.*[a-z-])[0-9a-z-]{6,64})$/i;

/** An account's own groups replace those of the channel; ours are joined, so what is missing is written out. */
function mapGroups(m: OpenclawMapping, { from, path, base }: Level): void {
  const groups = from.at('groups');
  for (const [key, group] of groups.members) {
    const target = keyPath(`${path}.groups`, key.replace(/^chat_guid:/i, ''));
    if (!IS_PLACE.test(key.replace(/^chat_guid:/i, ''))) {
      m.ledger.toDecide(group.path, 'name the group by its chat guid, as shown by `gatehouse conversations`');
      continue;
    }
    m.copy(group.at('requireMention'), `${target}.requireMention`, 'boolean');
    m.copy(group.at('systemPrompt'), `${target}.systemPrompt`, 'text');
    m.ledger.notTaken(group.at('tools').path, TOOLS);
    m.ledger.notTaken(group.at('toolsBySender').path, TOOLS);
    if (group.isObject && group.members.length === 0) m.ledger.notTaken(group.path, SETS_NOTHING);
  }
  if (!groups.isThere) return;
  for (const [key, group] of base?.at('groups').members ?? []) {
    if (group.at('requireMention').value !== false || groups.at(key).isThere || !IS_PLACE.test(key)) continue;
    m.plan.set(`${keyPath(`${path}.groups`, key)}.requireMention`, true);
  }
}

export const TOOLS = 'tools have other names here: see agents.list[].tools (`gatehouse help guide/tools`)';

function mapActions(m: OpenclawMapping, { from, path, base }: Level): void {
  const actions = from.at('actions');
  for (const name of ACTIONS) {
    m.copy(actions.at(name), `${path}.actions.${name}`, 'boolean');
    const isOffBelow = base?.at('actions', name).value === false;
    if (actions.isThere && isOffBelow && !actions.at(name).isThere)
      m.plan.set(`${path}.actions.${name}`, true);
  }
}
