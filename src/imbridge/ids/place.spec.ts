import type { ConversationId } from '../../channels/index.js';
import { imbridgeCapabilities, obstacleIn } from '../account/capabilities.js';
import { ALL_ACTIONS } from '../settings/actions-config.js';
import { placeOf } from '../imbridge.connector.js';

const DIRECT = '-;+12025550143' as ConversationId;
const GROUP = '+;chat123' as ConversationId;

describe('placeOf', () => {
  it('names the other person of a direct chat, in the form of inbound messages', () => {
    expect(placeOf(DIRECT)).toEqual({
      conversation: { id: DIRECT, kind: 'direct' },
      sender: '+12025550143',
      accessKeys: ['sender:+12025550143', 'chat_guid:-;+12025550143', 'chat_identifier:+12025550143'],
    });
  });

  it('describes a group', () => {
    expect(placeOf(GROUP)).toEqual({
      conversation: { id: GROUP, kind: 'group' },
      accessKeys: ['chat_guid:+;chat123', 'chat_identifier:chat123'],
    });
  });

  it('returns undefined for an unknown form of id', () => {
    expect(placeOf('chat123' as ConversationId)).toBeUndefined();
  });
});

describe('obstacleIn', () => {
  it('gives a reason for exactly those actions that the capabilities reject', () => {
    const circumstances = [
      {},
      { conversation: DIRECT },
      { conversation: GROUP },
      { conversation: GROUP, actions: { ...ALL_ACTIONS, renameGroup: false } },
    ];
    for (const each of circumstances) {
      const { features } = imbridgeCapabilities(each);
      for (const action of ['card', 'react', 'reply', 'renameGroup', 'leaveGroup'] as const)
        expect([action, obstacleIn(each, action) === undefined]).toEqual([
          action,
          ['partial', 'full'].includes(features[action] ?? 'rejected'),
        ]);
    }
  });

  it('names the obstacle', () => {
    expect(obstacleIn({ conversation: DIRECT }, 'leaveGroup')).toBe('this is not a group');
    expect(obstacleIn({}, 'card')).toBe('this channel has no cards');
    expect(obstacleIn({ actions: { ...ALL_ACTIONS, edit: false } }, 'edit')).toBe(
      'switched off by actions.edit',
    );
  });
});
