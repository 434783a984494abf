import type { DeliveryAttempt, SendOutcome } from '../../channels/index.js';
import { parseConversation } from '../imbridge.id.js';
import { listOf, recordOf, textOf } from '../client/imbridge.json.js';
import type { Bridge } from '../bridge/imbridge.bridge.js';
import { failureOutcome, NEVER, notSent, outcomeOf, WAIT } from '../bridge/imbridge.outcome.js';
import { type BridgeInfo, hasPrivateApi } from '../client/imbridge.server-info.js';

/**
 * The first message to somebody, or to a place, the bridge has no chat with: a direct chat is made by sending
 * (`chat/new`, needs the Private API; spec 2-imbridge "Delivery targets"); a group must be there.
 */
export async function sendIntoNewChat(
  { client, chats, info, clock }: Bridge,
  { target: { conversation }, content, correlationId: tempGuid }: DeliveryAttempt,
  { effectId, signal }: { readonly effectId?: string; readonly signal: AbortSignal },
): Promise<SendOutcome> {
  const place = parseConversation(conversation);
  if (place?.separator !== '-') return notSent('rejected', NEVER, 'the bridge knows no such group');
  const obstacle = obstacleTo(info.known());
  if (obstacle) return obstacle;
  const effect = effectId === undefined ? {} : { effectId };
  const order = {
    addresses: [place.identifier],
    message: content.text,
    tempGuid,
    method: 'private-api',
  } as const;
  const result = await client.newChat({ ...order, ...effect }, signal);
  if (!result.ok) return failureOutcome(result.failure);
  const chat = recordOf(result.data);
  const guid = textOf(chat?.guid);
  if (guid !== undefined) chats.remember(conversation, guid);
  return outcomeOf({ ok: true, data: listOf(chat?.messages)[0] }, clock.now());
}

/** A helper comes back by itself; a setting does not. */
function obstacleTo(info: BridgeInfo | undefined): SendOutcome | undefined {
  if (info === undefined || hasPrivateApi(info)) return undefined;
  const detail = 'there is no chat with this address yet, and making one needs the Private API of the bridge';
  return notSent('not-supported', info.privateApi ? WAIT : NEVER, detail);
}
