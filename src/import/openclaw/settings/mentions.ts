import { patternProblem } from '../../../config/index.js';
import { firstOf, type SourceValue } from '../source/source-value.js';
import { groupChatOf } from './general.js';
import type { Mapping } from './mapping.js';

/** Where nothing says otherwise, the peer makes patterns of the agent's name. */
export function mapMentions(m: Mapping, from: SourceValue, path: string): void {
  const target = `${path}.groupChat.mentionPatterns`;
  const own = from.at('groupChat', 'mentionPatterns');
  const identity = firstOf(from.at('identity'), m.parts.root.at('identity'));
  const isDerived = !own.isThere && !groupChatOf(m.parts.root).at('mentionPatterns').isThere;
  m.ledger.notTaken(
    identity.path,
    'only its name and emoji count, where no mentionPatterns stand in their place',
  );
  if (own.isThere) mapPatterns(m, own, target);
  if (!isDerived) return;
  const [name, emoji] = [identity.at('name'), identity.at('emoji')];
  const words = m.textOf(name)?.split(/\s+/).filter(Boolean).map(escaped) ?? [];
  const patterns = [
    ...(words.length > 0 ? [`\\b@?${words.join('\\s+')}\\b`] : []),
    ...(m.textOf(emoji)?.trim() ? [escaped(m.textOf(emoji)?.trim() ?? '')] : []),
  ].filter((pattern) => patternProblem(pattern) === undefined);
  if (patterns.length === 0) {
    m.toDo.add(
      `Where a group requires a mention, an agent without patterns and name is silent: set ${target}.`,
    );
    return;
  }
  m.plan.set(target, patterns);
  for (const each of [name, emoji])
    m.ledger.changed(each.path, [target], 'as OpenClaw makes a pattern of it');
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Patterns that ours refuses are to be decided, one by one. */
export function mapPatterns(m: Mapping, from: SourceValue, path: string): void {
  if (!from.isThere) return;
  const patterns = from.items.flatMap((item) => {
    const pattern = m.textOf(item);
    const problem = pattern === undefined ? undefined : patternProblem(pattern);
    if (problem !== undefined) m.ledger.toDecide(item.path, problem);
    return pattern === undefined || problem !== undefined ? [] : [pattern];
  });
  m.take(from, path, patterns);
}
