import { patternProblem } from '../../../config/index.js';
import type { SourceValue } from '../../source/source-value.js';
import { type HermesMapping, isSet, placeOf } from './hermes-mapping.js';
import type { Platform } from './platform.js';

const CHANNEL = 'channels.imbridge';
const MENTIONS = 'messages.groupChat.mentionPatterns';

const OTHERS: Readonly<Record<string, string>> = {
  webhook_host: 'webhooks come to the address of the gateway (gateway.host)',
  webhook_port: 'webhooks come to the port of the gateway (gateway.port)',
  webhook_path: 'see channels.imbridge.webhookPath: the gateway registers its own address',
  webhook_events: 'the gateway registers for the events that it needs',
};

/** `BLUEBUBBLES_*` and `platforms.bluebubbles` → `channels.imbridge`. */
export function mapBluebubbles(m: HermesMapping, platform: Platform): void {
  mapServer(m, platform);
  const receipts = platform.chosen('send_read_receipts');
  if (receipts.isThere) m.take(receipts, `${CHANNEL}.sendReadReceipts`, isSet(receipts));
  mapMentions(m, platform);
  for (const [key, why] of Object.entries(OTHERS)) m.ledger.notTaken(platform.chosen(key).path, why);
  m.toDo.add(
    'On the BlueBubbles server, delete the webhook of Hermes and change the password: its address contains the password. ' +
      'Then write the new password into the file of channels.imbridge.password.',
  );
}

const OTHER_ACCOUNTS =
  'channels.imbridge already has accounts: import into a new state directory, or add an account by hand';

/** Accounts of ours would inherit what is imported, so nothing is. */
export function hasOtherAccounts(m: HermesMapping, platform: Platform): boolean {
  const ours = m.plan.inForce(`${CHANNEL}.accounts`);
  if (!platform.isThere || Object.keys((ours as object | undefined) ?? {}).length === 0) return false;
  for (const { path } of platform.places) m.ledger.toDecide(path, OTHER_ACCOUNTS);
  m.toDo.add(`The BlueBubbles settings and people were not imported: ${OTHER_ACCOUNTS}.`);
  return true;
}

/** Without a server and a password the channel stays off, for otherwise the gateway could not start. */
function mapServer(m: HermesMapping, platform: Platform): void {
  const [url, password] = [platform.chosen('server_url'), platform.chosen('password')];
  const address = url.isThere ? m.textOf(url)?.trim() : undefined;
  if (address !== undefined && address !== '') {
    const whole = /^https?:\/\//i.test(address) ? address : `http://${address}`;
    m.take(url, `${CHANNEL}.serverUrl`, whole, { unit: CHANNEL });
  }
  const read = password.isThere ? m.secret(password) : { problem: 'there is none' };
  if ('value' in read) {
    const server = m.plan.value(`${CHANNEL}.serverUrl`);
    const goesTo = typeof server === 'string' ? server : 'no address yet';
    const secret = { file: 'hermes-imbridge-default-password', origin: read.origin, goesTo };
    m.take(password, `${CHANNEL}.password`, read.value, { unit: CHANNEL, secret });
  } else if (password.isThere) m.ledger.toDecide(password.path, read.problem);
  switchOn(m, platform, { channel: CHANNEL, needs: ['serverUrl', 'password'] });
}

interface Needs {
  readonly channel: string;
  readonly needs: readonly string[];
}

/** A channel that Hermes had switched off, or that lacks something, is off. */
export function switchOn(m: HermesMapping, platform: Platform, { channel, needs }: Needs): void {
  const enabled = platform.blocks.map((block) => block.at('enabled')).find(({ isThere }) => isThere);
  const isOff = enabled !== undefined && !isSet(enabled);
  const has = (key: string) =>
    m.plan.has(`${channel}.${key}`) || m.plan.inForce(`${channel}.${key}`) !== undefined;
  const isComplete = needs.every(has);
  if (enabled) m.ledger.taken(enabled.path, [`${channel}.enabled`]);
  if (isComplete && !isOff) {
    m.noteIfOff(channel);
    return;
  }
  m.plan.set(`${channel}.enabled`, false);
  if (isComplete) return;
  const missing = needs.filter((key) => !has(key)).map((key) => `${channel}.${key}`);
  m.toDo.add(`Set ${missing.join(' and ')}, then ${channel}.enabled to true.`);
}

/** What the peer looks for where nothing says otherwise. */
const BUILT_IN = ['\\b@?hermes(?:\\s+agent)?\\b'];

/** Without the setting, the peer answers every message of a group, which our default does not. */
function mapMentions(m: HermesMapping, platform: Platform): void {
  const required = platform.chosen('require_mention');
  const isRequired = required.isThere && isSet(required);
  const target = `${CHANNEL}.groups["*"].requireMention`;
  m.plan.set(target, isRequired);
  if (required.isThere) m.ledger.taken(required.path, [target]);
  const from = platform.chosen('mention_patterns');
  const patterns = from.isThere ? checked(m, from) : isRequired ? BUILT_IN : [];
  if (patterns.length > 0) m.take(from, MENTIONS, patterns);
  else m.ledger.toDecide(from.path, `no pattern could be used: set ${MENTIONS}`);
}

/** A list, a JSON list, or a text of lines or with commas. */
function checked(m: HermesMapping, from: SourceValue): readonly string[] {
  const texts = from.items.length > 0 ? from.items.map(({ value }) => String(value)) : split(from.text ?? '');
  return texts.flatMap((pattern) => {
    const problem = patternProblem(pattern);
    if (problem === undefined) return [pattern];
    m.toDo.add(`A mention pattern of ${placeOf(from)} was not imported: it ${problem}.`);
    return [];
  });
}

function split(text: string): readonly string[] {
  const parts = asList(text) ?? text.split(text.includes('\n') ? '\n' : ',');
  return parts.map((each) => each.trim()).filter((each) => each !== '');
}

function asList(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}
