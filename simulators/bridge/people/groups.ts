import type { Announcer } from '../messages/announcer.js';
import type { BridgeEvents } from '../common/events.js';
import type { BridgeStore } from '../messages/store.js';
import type { ChatRow, HandleRow, MessageFields, MessageRow } from '../common/types.js';

interface Parts {
  readonly store: BridgeStore;
  readonly announcer: Announcer;
  readonly events: BridgeEvents;
}

/**
 * Group changes by a person (`by` = address) or by this account (`by` null, as for REST calls). Each
 * makes a row without text and two webhooks (imbridge-wire 3.4, examples E31 to E35).
 */
export class Groups {
  constructor(private readonly parts: Parts) {}

  rename(chat: ChatRow, displayName: string, by: string | null): MessageRow {
    chat.displayName = displayName;
    return this.announce(chat, by, 'group-name-change', { itemType: 2, groupTitle: displayName });
  }

  addParticipant(chat: ChatRow, address: string, by: string | null): MessageRow {
    const handle = this.parts.store.handle(address, chat.service);
    if (!chat.participants.includes(handle)) chat.participants.push(handle);
    const otherHandle = handle.originalROWID;
    return this.announce(chat, by, 'participant-added', { itemType: 1, groupActionType: 0, otherHandle });
  }

  removeParticipant(chat: ChatRow, address: string, by: string | null): MessageRow {
    const otherHandle = this.drop(chat, address).originalROWID;
    return this.announce(chat, by, 'participant-removed', { itemType: 1, groupActionType: 1, otherHandle });
  }

  /** @param by the member who left; null for this account */
  leave(chat: ChatRow, by: string | null): MessageRow {
    if (by === null) chat.hasLeft = true;
    else this.drop(chat, by);
    return this.announce(chat, by, 'participant-left', { itemType: 3, groupActionType: 0 });
  }

  setIcon(chat: ChatRow, icon: ChatRow['icon'], by: string | null): MessageRow {
    chat.icon = icon;
    const [type, groupActionType] = icon ? ['group-icon-changed', 1] : ['group-icon-removed', 2];
    return this.announce(chat, by, type, {
      itemType: 3,
      groupActionType: groupActionType,
    });
  }

  private drop(chat: ChatRow, address: string): HandleRow {
    const handle = this.parts.store.handle(address, chat.service);
    const index = chat.participants.indexOf(handle);
    if (index >= 0) chat.participants.splice(index, 1);
    return handle;
  }

  private announce(
    chat: ChatRow,
    by: string | null,
    type: string,
    fields: Partial<MessageFields>,
  ): MessageRow {
    const handle = by === null ? null : this.parts.store.handle(by, chat.service);
    const row = this.parts.store.addMessage({
      ...fields,
      chat,
      handle,
      isFromMe: by === null,
      partCount: 0,
    });
    this.parts.announcer.groupChange(row, type);
    this.parts.events.emit('message', row);
    this.parts.events.emit('change');
    return row;
  }
}
