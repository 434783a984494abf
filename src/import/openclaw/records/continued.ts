import { createHash } from 'node:crypto';
import { fieldsOf } from '../../../common/index.js';
import { CONTINUE_FROM } from '../../../imbridge/index.js';
import { ImportError } from '../../import.error.js';
import { readJson } from '../../source/peer-json.js';
import type { SourceValue } from '../../source/source-value.js';
import type { WantedState } from '../../wanted.js';
import { bluebubblesAccounts } from '../settings/imbridge.js';
import type { OpenclawMapping } from '../settings/openclaw-mapping.js';

/**
 * Where the first start of each account begins: messages that were written since the peer handled its last one would get
 * no answer at all. The peer's own cursor is the time of its last start; what it has handled since is in another file.
 */
export function continuedAccounts(m: OpenclawMapping, bluebubbles: SourceValue): readonly WantedState[] {
  const states = [...bluebubblesAccounts(bluebubbles).keys()].flatMap((account) => {
    const from = handledUntil(m, account);
    if (from === undefined) return [];
    return [{ channel: 'imbridge', account, key: CONTINUE_FROM, value: String(from) }];
  });
  if (states.length > 0)
    m.toDo.add(
      'At its first start, Gatehouse also answers messages that were written after the last one that OpenClaw handled, at most a day back. Start it soon.',
    );
  return states;
}

function handledUntil({ parts, toDo }: OpenclawMapping, account: string): number | undefined {
  const read = (name: string) => fieldsOf(readJson(parts.folder, `bluebubbles/${name}.json`));
  const name = plain(account);
  try {
    const started = timeIn(read(`catchup/${name}__${hashOf(account)}`).lastSeenMs);
    if (started === undefined) return undefined;
    // The first release with such files had the second form of the name.
    const files = [`${name}__${hashOf(account)}`, name].map((each) => read(`inbound-dedupe/${each}`));
    const handled = files.flatMap((file) => Object.values(file)).map(timeIn);
    return handled.reduce<number>((latest, time) => Math.max(latest, time ?? 0), started);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    toDo.add(`${error.message}: messages written before the first start of ${account} get no answer.`);
    return undefined;
  }
}

const timeIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : undefined;

/** The peer names its files of an account by these. */
const plain = (account: string): string => account.replaceAll(/[^a-zA-Z0-9_-]/g, '_') || 'account';
const hashOf = (account: string): string =>
  createHash('sha256').update(account, 'utf8').digest('hex').slice(0, 12);
