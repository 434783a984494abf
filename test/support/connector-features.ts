import {
  ACTIONS,
  type ApprovalContent,
  type ChannelConnector,
  type DeliveryAttempt,
  editsMessages,
  type Feature,
  FEATURES,
  managesGroups,
  probes,
  reacts,
  reconcilesSends,
  sendsReadReceipts,
  setsGroupIcon,
  showsApprovals,
  showsTyping,
  streamsMessages,
  unsendsMessages,
} from '../../src/channels/index.js';

/** The interface of each feature; features without one are contents of a message. */
const INTERFACES: Readonly<Partial<Record<Feature, (connector: ChannelConnector) => boolean>>> = {
  typing: showsTyping,
  readReceipts: sendsReadReceipts,
  reconcile: reconcilesSends,
  probe: probes,
  stream: streamsMessages,
  approval: showsApprovals,
  react: reacts,
  edit: editsMessages,
  unsend: unsendsMessages,
  renameGroup: managesGroups,
  addParticipant: managesGroups,
  removeParticipant: managesGroups,
  leaveGroup: managesGroups,
  setGroupIcon: setsGroupIcon,
};

const isOffered = (connector: ChannelConnector, name: Feature): boolean =>
  (connector.capabilities().features[name] ?? 'rejected') !== 'rejected';

/**
 * Part of the contract of every connector: its capabilities offer the features whose interfaces it implements, and no
 * others.
 * @param contents the features without an interface that it supports
 */
export function expectFeaturesAsImplemented(connector: ChannelConnector, contents: readonly Feature[]): void {
  const implemented = FEATURES.filter((name) => INTERFACES[name]?.(connector) ?? contents.includes(name));
  expect(FEATURES.filter((name) => isOffered(connector, name))).toEqual(implemented);
}

/** The actions that the capabilities of a connector do not offer anywhere. */
export const actionsNotOffered = (connector: ChannelConnector) =>
  ACTIONS.filter((name) => !isOffered(connector, name));

const APPROVAL: ApprovalContent = {
  kind: 'approval',
  approvalId: 'apr_1',
  title: 'main wants to call move_file of files for Irene Paz',
  facts: [{ name: 'source', value: '"/srv/a"' }],
  commands: 'To answer: /approve K7Q2',
  expiresAt: Date.UTC(2026, 0, 21),
  text: 'main wants to call move_file of files for Irene Paz. To answer: /approve K7Q2',
};

/** Part of the contract too: a request for an approval is sent where the capabilities offer it, and refused elsewhere. */
export async function expectApprovalsAsOffered(
  connector: ChannelConnector,
  attempt: DeliveryAttempt,
): Promise<void> {
  const outcome = await connector.send({ ...attempt, content: APPROVAL }, new AbortController().signal);
  expect(outcome).toMatchObject(
    isOffered(connector, 'approval')
      ? { kind: 'sent' }
      : { kind: 'not-sent', code: 'not-supported', retry: { kind: 'never' } },
  );
}
