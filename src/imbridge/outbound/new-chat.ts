import type { DeliveryAttempt, SendOutcome } from '../../channels/index.js';
import { conversationOf, parseChatGuid, parseConversation } from '../ids/id.js';
import { listOf, NEVER, notSent, recordOf, textOf, WAIT } from '../../channels/kit/index.js';
import type { Bridge } from '../service/bridge.js';
import { failureOutcome, outcomeOf } from '../service/outcome.js';
import { type BridgeInfo, hasPrivateApi } from '../service/client/server-info.js';

/** Addresses that can get a new SMS chat. */
const PHONE = /^\+[1-9]\d{5,14}$/;

/**
 * Sends the first message to a target that has no chat at the bridge. For a person, sending creates a direct chat
 * (`chat/new`, needs the Private API; spec 2-imbridge "Delivery targets"); a group must exist. The call names the
 * service: SMS where it was requested, or for a number that iMessage does not reach.
 */
export async function sendIntoNewChat(
  bridge: Bridge,
  { target: { conversation }, content, correlationId: tempGuid }: DeliveryAttempt,
  { effectId, signal }: { readonly effectId?: string; readonly signal: AbortSignal },
): Promise<SendOutcome> {
  const place = parseConversation(conversation);
  if (place?.separator !== '-') return notSent('rejected', NEVER, 'the bridge does not know this group');
  const obstacle = obstacleTo(bridge.info.known());
  if (obstacle) return obstacle;
  const { service: chosen, identifier: address } = place;
  const service = chosen ?? (await serviceFor(bridge, address, signal));
  if (service === undefined)
    return notSent(
      'recipient-unreachable',
      NEVER,
      'the address is not on iMessage, and no other service can reach it',
    );
  if (service === 'RCS' || (service === 'SMS' && !PHONE.test(address)))
    return notSent(
      'rejected',
      NEVER,
      `the bridge has no ${service} chat with this address and cannot create one`,
    );
  const effect = effectId === undefined ? {} : { effectId };
  const order = { addresses: [address], message: content.text, tempGuid, method: 'private-api' } as const;
  const result = await bridge.client.newChat({ ...order, service, ...effect }, signal);
  if (!result.ok) return failureOutcome(result.failure);
  return sentInto(bridge, result.data);
}

/** The new chat is stored under its actual service, which may differ from the requested one. */
function sentInto({ chats, clock }: Bridge, data: unknown): SendOutcome {
  const chat = recordOf(data);
  const guid = textOf(chat?.guid);
  const parsed = guid === undefined ? undefined : parseChatGuid(guid);
  if (guid !== undefined && parsed) chats.remember(conversationOf(parsed), guid);
  return outcomeOf({ ok: true, data: listOf(chat?.messages)[0] }, clock.now());
}

/** @returns undefined for an unreachable address. A bridge that can't check availability uses its default. */
async function serviceFor(
  { client }: Bridge,
  address: string,
  signal: AbortSignal,
): Promise<'iMessage' | 'SMS' | undefined> {
  const result = await client.iMessageAvailability(address, signal);
  if (!result.ok || recordOf(result.data)?.available !== false) return 'iMessage';
  return PHONE.test(address) ? 'SMS' : undefined;
}

/** A helper that is down can come back by itself; a setting cannot change by itself. */
function obstacleTo(info: BridgeInfo | undefined): SendOutcome | undefined {
  if (info === undefined || hasPrivateApi(info)) return undefined;
  const detail = "there is no chat with this address yet, and creating one needs the bridge's Private API";
  return notSent('not-supported', info.privateApi ? WAIT : NEVER, detail);
}
