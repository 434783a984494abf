import type { SourceValue } from '../../source/source-value.js';
import type { HermesMapping } from './hermes-mapping.js';
import { switchOn } from './imbridge.js';
import type { Platform } from './platform.js';

const CHANNEL = 'channels.workchat';
const IDS = [
  ['client_id', 'appId'],
  ['tenant_id', 'tenantId'],
] as const;
const SIGN_IN = 'the sign-in service of the cloud';
const GOVERNMENT = /\.us(?:[:/]|$)/i;

const OTHERS: Readonly<Record<string, string>> = {
  host: 'see channels.workchat.webhook.host',
  require_mention: 'see channels.workchat.requireMention, which is on by default',
  mention_patterns: 'see messages.groupChat.mentionPatterns',
  delivery_mode: 'messages are sent as the bot only',
  chat_id: 'messages are sent as the bot only',
  team_id: 'messages are sent as the bot only',
  channel_id: 'messages are sent as the bot only',
  access_token: 'messages are sent as the bot only',
  incoming_webhook_url: 'messages are sent as the bot only',
};

/** `TEAMS_*` and `platforms.teams` → `channels.workchat`. */
export function mapTeams(m: HermesMapping, platform: Platform): void {
  for (const [from, to] of IDS) {
    const id = platform.chosen(from);
    const text = id.isThere ? m.textOf(id)?.trim() : undefined;
    if (text !== undefined && text !== '') m.take(id, `${CHANNEL}.${to}`, text, { unit: CHANNEL });
  }
  const password = platform.chosen('client_secret');
  const read = password.isThere ? m.secret(password) : { problem: 'there is none' };
  if ('value' in read) {
    const secret = { file: 'hermes-workchat-app-password', origin: read.origin, goesTo: SIGN_IN };
    m.take(password, `${CHANNEL}.appPassword`, read.value, { unit: CHANNEL, secret });
  } else if (password.isThere) m.ledger.toDecide(password.path, read.problem);
  mapPort(m, platform.chosen('port'));
  mapCloud(m, platform.chosen('service_url'));
  for (const [key, why] of Object.entries(OTHERS)) m.ledger.notTaken(platform.chosen(key).path, why);
  switchOn(m, platform, { channel: CHANNEL, needs: ['appId', 'appPassword', 'tenantId'] });
  m.toDo.add(
    `Once Hermes is stopped, point the messaging endpoint of the bot to this gateway (${CHANNEL}.webhook). Hermes kept no conversations of Teams: the assistant can write to people once they have written.`,
  );
}

function mapPort(m: HermesMapping, from: SourceValue): void {
  if (!from.isThere) return;
  const port = Number(from.value);
  if (Number.isInteger(port) && port > 0) m.take(from, `${CHANNEL}.webhook.port`, port);
  else m.ledger.toDecide(from.path, 'is not a port');
}

function mapCloud(m: HermesMapping, from: SourceValue): void {
  if (!from.isThere) return;
  const host = URL.parse(m.textOf(from) ?? '')?.hostname ?? '';
  if (GOVERNMENT.test(host))
    m.change(from, `${CHANNEL}.cloud`, 'usgov', 'its address is that of the US government cloud');
  else m.ledger.notTaken(from.path, 'the platform reports a separate address for each conversation');
}
