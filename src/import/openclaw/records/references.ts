import type { WantedState } from '../../wanted.js';
import type { PeerConversation } from '../source/teams.js';

const WORKCHAT = { channel: 'workchat', account: 'default' } as const;

/**
 * The reference of a conversation as the connector `workchat` keeps it (`service/references/references.ts`), which may
 * not be installed yet: it finds it once it is. A test reads what this writes with the connector's own code.
 */
export function referenceOf({ id, kind, serviceUrl, ...peer }: PeerConversation): readonly WantedState[] {
  const isDirect = kind === 'direct';
  const reference = {
    conversation: id,
    kind,
    serviceUrl,
    channelId: peer.channelId,
    bot: peer.bot,
    tenantId: peer.tenantId,
    person: isDirect ? peer.person : undefined,
    team: peer.team,
  };
  const person = isDirect ? peer.person.aadObjectId : undefined;
  return [
    { ...WORKCHAT, key: `conversation:${id}`, value: JSON.stringify(reference) },
    ...(person === undefined ? [] : [{ ...WORKCHAT, key: `person:${person}`, value: id }]),
  ];
}
