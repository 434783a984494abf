import type { ActionOutcome, ConversationId, Picture, SenderId, Target } from '../../channels/index.js';
import type { Actions } from '../settings/actions-config.js';
import { type AbilityName, obstacleTo, showsIcons } from '../service/abilities.js';
import { bridgeActionOutcome } from '../service/outcome.js';
import { alternateChatGuid, parseConversation, senderIdOf } from '../ids/id.js';
import { likenessOf } from '../../common/index.js';
import { actionFailed, type JsonRecord, listOf, recordOf, textOf } from '../../channels/kit/index.js';
import { readHandle } from '../service/handles.js';
import type { Bridge } from '../service/bridge.js';
import { type BridgeResult, isUnknownThing } from '../service/client/result.js';

type ChatCall = (chatGuid: string) => Promise<BridgeResult>;

/** Whether the chat in the answer shows the requested change; undefined where it shows nothing of that kind. */
type Check = (chat: JsonRecord) => boolean | undefined;

/**
 * Changes the name, picture and members of groups (wire 2.7). The bridge takes up to half a minute for each, and up to
 * 43 s before it reports an error (wire 15), which does not say whether the change was made: the group is read again.
 */
export class GroupActions {
  constructor(
    private readonly actions: () => Actions,
    private readonly bridge: Bridge,
  ) {}

  rename(group: Target, name: string, signal: AbortSignal): Promise<ActionOutcome> {
    const displayName = name.trim();
    if (displayName === '') return Promise.resolve(actionFailed('rejected', 'a group needs a name'));
    const call: ChatCall = (guid) => this.bridge.client.renameChat(guid, displayName, signal);
    const isDone: Check = (chat) => likenessOf(displayName, textOf(chat.displayName) ?? '') === 'equal';
    return this.change('renameGroup', group, { call, signal }, isDone);
  }

  /** Reads the picture back, because the bridge answers 200 even for a picture that it did not set (wire 2.7). */
  async setIcon(group: Target, picture: Picture, signal: AbortSignal): Promise<ActionOutcome> {
    const { client, info } = this.bridge;
    const call: ChatCall = (guid) => client.setIcon(guid, picture, signal);
    const outcome = await this.change('setGroupIcon', group, { call, signal });
    if (outcome.kind !== 'done') return outcome;
    const seen = await this.inChat(group.conversation, (guid) => client.hasIcon(guid, signal));
    if (!seen.ok && isUnknownThing(seen.failure)) return ICON_UNSEEN;
    return showsIcons(info.known()) ? outcome : { ...outcome, note: ICON_NOTE };
  }

  add(group: Target, sender: SenderId, signal: AbortSignal): Promise<ActionOutcome> {
    const call: ChatCall = (guid) => this.bridge.client.addParticipant(guid, sender, signal);
    return this.change('addParticipant', group, { call, signal }, (chat) => isMember(chat, sender));
  }

  remove(group: Target, sender: SenderId, signal: AbortSignal): Promise<ActionOutcome> {
    const call: ChatCall = (guid) => this.bridge.client.removeParticipant(guid, sender, signal);
    const isDone: Check = (chat) => {
      const is = isMember(chat, sender);
      return is === undefined ? undefined : !is;
    };
    return this.change('removeParticipant', group, { call, signal }, isDone);
  }

  /** Leaves only a group that the bridge has reported, because it answers 200 even for a chat it does not have. */
  async leave(group: Target, signal: AbortSignal): Promise<ActionOutcome> {
    const found = await this.bridge.chats.find(group.conversation);
    if (found.kind === 'absent') return actionFailed('rejected', 'the bridge does not know this group');
    const call: ChatCall = (guid) => this.bridge.client.leaveChat(guid, signal);
    return this.change('leaveGroup', group, { call, signal });
  }

  private async change(
    ability: AbilityName,
    { conversation }: Target,
    { call, signal }: { readonly call: ChatCall; readonly signal: AbortSignal },
    isDone?: Check,
  ): Promise<ActionOutcome> {
    const obstacle = obstacleTo(ability, this.actions(), await this.bridge.info.get());
    if (obstacle !== undefined) return actionFailed('not-supported', obstacle);
    if (parseConversation(conversation)?.separator !== '+')
      return actionFailed('rejected', 'this is not a group');
    const result = await this.inChat(conversation, call);
    const outcome = await bridgeActionOutcome(result, this.bridge.info);
    if (result.ok) {
      const chat = recordOf(result.data);
      const isUnchanged = chat !== undefined && isDone?.(chat) === false;
      return isUnchanged ? { ...UNSEEN, detail: AS_IT_WAS } : outcome;
    }
    if (outcome.kind !== 'unknown' || !isDone) return outcome;
    const seen = await this.inChat(conversation, (guid) => this.bridge.client.chat(guid, signal));
    const chat = seen.ok ? recordOf(seen.data) : undefined;
    const isSeen = chat && isDone(chat);
    if (isSeen === undefined) return outcome;
    if (isSeen) return { kind: 'done', note: AS_ORDERED };
    // Without an answer of the bridge, its call may still be at work.
    return result.failure.kind === 'refused' ? actionFailed('rejected', AS_IT_WAS) : outcome;
  }

  /** Retries under the chat's other guid when the bridge does not know the first one (wire 4.3). */
  private async inChat(conversation: ConversationId, call: ChatCall): Promise<BridgeResult> {
    const guid = await this.bridge.chats.resolve(conversation);
    const result = await call(guid);
    const other = alternateChatGuid(guid);
    if (result.ok || other === undefined || !isUnknownThing(result.failure)) return result;
    const second = await call(other);
    if (second.ok) this.bridge.chats.remember(conversation, other);
    return second;
  }
}

const ICON_NOTE = "on macOS 26, the picture may not appear on the members' devices";
const UNSEEN = { kind: 'unknown', code: 'remote-error' } as const;
const ICON_UNSEEN: ActionOutcome = { ...UNSEEN, detail: 'the bridge shows the group without a picture' };
const AS_IT_WAS = 'the bridge shows the group unchanged';
const AS_ORDERED = 'the bridge reported an error, but the group has changed as requested';

/** @returns undefined where the chat shows no members */
function isMember(chat: JsonRecord, sender: SenderId): boolean | undefined {
  const members = listOf(chat.participants).flatMap((each) => readHandle(each) ?? []);
  return members.length === 0 ? undefined : members.some(({ address }) => senderIdOf(address) === sender);
}
