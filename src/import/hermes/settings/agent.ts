import { planRuntime, useOf } from '../../mapping/runtimes.js';
import { instructions } from '../../mapping/prompts.js';
import { firstOf, type SourceValue } from '../../source/source-value.js';
import { type HermesMapping, placeOf } from './hermes-mapping.js';
import { runtimeOf } from './models.js';
import { isStarter } from './starter.js';

const AGENT = 'main';
const MOST_FALLBACKS = 4;

/** The one agent of a home. */
export function mapAgent(m: HermesMapping): void {
  const path = m.plan.agent(AGENT);
  mapModel(m, path);
  mapPrompt(m, `${path}.systemPrompt`);
}

function mapModel(m: HermesMapping, path: string): void {
  const from = m.parts.root.at('model');
  const at = `${path}.runtime`;
  const runtime = from.isThere ? runtimeOf(m, from, at) : { problem: 'it has none' };
  const fallbacks = fallbacksOf(m.parts.root);
  if ('problem' in runtime) {
    m.ledger.toDecide(from.path, `${runtime.problem}: set ${at}`);
    for (const each of fallbacks) m.ledger.toDecide(each.path, 'first set the model that it stands in for');
    m.toDo.add(
      `The assistant repeats messages (echo) until ${at} is set: the model was not imported, because ${runtime.problem}.`,
    );
    return;
  }
  planRuntime(m, { at, secret: AGENT, unit: at }, runtime);
  m.ledger.taken(
    from.isObject ? firstOf(from.at('default'), from.at('model')).path : from.path,
    [at],
    useOf(m, runtime),
  );
  mapFallbacks(m, fallbacks, path);
}

/** The list, and what it replaced. */
function fallbacksOf(root: SourceValue): readonly SourceValue[] {
  const { items } = root.at('fallback_providers');
  const older = root.at('fallback_model');
  if (items.length > 0) return items;
  return older.isThere ? [older] : [];
}

function mapFallbacks(m: HermesMapping, all: readonly SourceValue[], path: string): void {
  let count = 0;
  for (const from of all) {
    const at = `${path}.fallbacks[${count}]`;
    if (count === MOST_FALLBACKS) {
      m.ledger.notTaken(from.path, `at most ${MOST_FALLBACKS} are supported`);
      continue;
    }
    const runtime = runtimeOf(m, from, at);
    if ('problem' in runtime) {
      m.ledger.toDecide(from.path, runtime.problem);
      continue;
    }
    planRuntime(m, { at, secret: `${AGENT}-${count + 2}`, unit: `${path}.fallbacks` }, runtime);
    m.ledger.taken(from.path, [at], useOf(m, runtime));
    count++;
  }
}

/** The file first, then what the configuration adds to it; a variable is stronger than that. */
function mapPrompt(m: HermesMapping, target: string): void {
  const variable = m.variable('HERMES_EPHEMERAL_SYSTEM_PROMPT');
  const written = m.parts.root.at('agent', 'system_prompt');
  const from = variable.isThere ? variable : written;
  if (variable.isThere) m.ledger.notTaken(written.path, `no effect: ${placeOf(variable)} is stronger`);
  const added = from.isThere ? m.textOf(from)?.trim() : undefined;
  const file = instructions(m, {
    target,
    folder: m.parts.folder,
    files: ['SOUL.md'],
    isTemplate: isStarter,
    isEdited: () => false,
    of: 'the assistant',
  });
  const text = [file, added].filter((part) => part !== undefined && part !== '').join('\n\n');
  if (added !== undefined && added !== '') m.ledger.taken(from.path, [target]);
  if (text !== '') m.plan.set(target, text);
}
