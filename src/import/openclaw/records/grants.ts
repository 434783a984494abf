import { senderOfEntry } from '../../../imbridge/index.js';
import { type Approval, inFileNames } from '../source/approvals.js';
import type { SourceValue } from '../../source/source-value.js';
import { bluebubblesAccounts } from '../settings/imbridge.js';
import type { WantedGrant } from '../../wanted.js';
import type { OpenclawMapping } from '../settings/openclaw-mapping.js';
import { entryOf } from '../settings/sender-lists.js';

interface PeerSettings {
  readonly bluebubbles: SourceValue;
  readonly msteams: SourceValue;
}

/** Either a grant, or why an approved sender gets none. */
type GrantReading = WantedGrant | { readonly problem: string };

/** The grants of the approved senders; a sender without one is listed with the reason. */
export function grantsOf(m: OpenclawMapping, settings: PeerSettings): readonly WantedGrant[] {
  const grants = new Map<string, WantedGrant>();
  const without = new Map<string, string[]>();
  for (const approval of m.parts.state.approvals) {
    const read = grantOf(m, settings, approval);
    if ('problem' in read) {
      const reason = `approved on ${approval.channel}: ${read.problem}`;
      without.set(reason, [...(without.get(reason) ?? []), approval.entry]);
    } else grants.set(JSON.stringify(read), read);
  }
  for (const [reason, entries] of without)
    m.toDo.add(`Decide about ${entries.join(', ')}, ${reason}. To give access: \`gatehouse grants add\`.`);
  if (grants.size > 0 && m.isBefore(2026, 2, 1))
    m.toDo.add(
      'In that release, approved people also had access in groups; here, only people in groupAllowFrom do.',
    );
  return [...grants.values()];
}

function grantOf(m: OpenclawMapping, settings: PeerSettings, approval: Approval): GrantReading {
  const { channel, entry } = approval;
  const [account, levels] = accountOf(settings, approval);
  if (account === undefined) return { problem: 'the configuration has no such account' };
  const policy = levels.map((level) => level.at('dmPolicy')).find(({ isThere }) => isThere);
  if (policy && policy.text !== 'pairing')
    return { problem: 'the approval had no effect, because dmPolicy is not pairing' };
  const read = entryOf(m, channel, entry);
  if ('problem' in read) return read;
  const senderId = channel === 'bluebubbles' ? senderOfEntry(read.entry) : read.entry;
  if (senderId === undefined || senderId === '*') return { problem: 'it does not name a single person' };
  return { channel: channel === 'bluebubbles' ? 'imbridge' : 'workchat', account, senderId };
}

/** The account of ours, and the settings in force there, the nearest first. */
function accountOf(
  { bluebubbles, msteams }: PeerSettings,
  { channel, account }: Approval,
): readonly [string | undefined, readonly SourceValue[]] {
  const accounts: ReadonlyMap<string, readonly SourceValue[]> =
    channel === 'bluebubbles'
      ? bluebubblesAccounts(bluebubbles)
      : new Map(msteams.isThere ? [['default', [msteams]]] : []);
  const found = [...accounts].find(([id]) => inFileNames(id) === (account === '' ? 'default' : account));
  return found ?? [undefined, []];
}
