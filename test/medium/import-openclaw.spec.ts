import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import JSON5 from 'json5';
import { ALL_RULES, ALL_SECTIONS } from '../../src/app.sections.js';
import type { ConversationId, SenderId } from '../../src/channels/index.js';
import { SystemClock } from '../../src/common/index.js';
import { type Environment, loadConfigIn, readConfigFile, readEnvironment } from '../../src/config/index.js';
import { ConnectorStateRepository } from '../../src/conversations/channel-host/connector-state.repository.js';
import { PollsRepository } from '../../src/conversations/outgoing/polls/polls.repository.js';
import { imbridgeAccounts } from '../../src/imbridge/index.js';
import { importOpenclaw } from '../../src/import/index.js';
import { References } from '../../src/workchat/service/references/references.js';
import { WORKCHAT_CONFIG } from '../../src/workchat/settings/workchat.config.js';
import { digestOf } from '../support/openclaw/digest.js';
import {
  CONVERSATION,
  LAYOUTS,
  type Layout,
  openclawFolder,
  PERSON,
  SECRETS,
} from '../support/openclaw/state-dir.js';
import { transferWorld } from '../support/transfer-world.js';

const { place, open } = transferWorld();
const scopeOf = (environment: Environment) => ({
  environment,
  sections: [...ALL_SECTIONS, WORKCHAT_CONFIG],
  rules: ALL_RULES,
});

const run = (environment: Environment, folder: string, { dryRun = false } = {}) =>
  importOpenclaw({ folder, dryRun, scope: scopeOf(environment), channels: ['workchat'] });

const removals: (() => void)[] = [];
afterEach(() => removals.splice(0).forEach((remove) => remove()));

/** A recorded OpenClaw, and a place for a gateway. */
async function given(layout: Layout, config?: string, dialect = 'SQLite') {
  const source = openclawFolder(layout, config);
  removals.push(source.remove);
  return { source, environment: await place(dialect) };
}

/** The paths of the leaves, by another reading than the program's own. */
function leaves(value: unknown, path: readonly unknown[] = []): readonly string[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) return [JSON.stringify(path)];
  return entries.flatMap(([key, item]) => leaves(item, [...path, key]));
}

describe.each(LAYOUTS)('an OpenClaw of the layout %s', (layout) => {
  it('is taken over without a change in it, and a second time nothing changes', async () => {
    const { source, environment } = await given(layout);
    const before = digestOf(source.dir);
    const dry = await run(environment, source.dir, { dryRun: true });
    expect(existsSync(environment.stateDir)).toBe(false);
    const report = await run(environment, source.dir);
    expect(report).toEqual({ ...dry, dry_run: false });
    expect(report.layout).toBe(layout);
    expect(() => loadConfigIn(scopeOf(environment))).not.toThrow();
    const written = digestOf(environment.stateDir, { times: false });
    const again = await run(environment, source.dir);
    expect(digestOf(environment.stateDir, { times: false })).toEqual(written);
    expect([...again.settings, ...again.secrets].filter(({ state }) => state !== 'there')).toEqual([]);
    expect(again.grants.map((each) => each.new)).toEqual(report.grants.map(() => 0));
    expect(digestOf(source.dir)).toEqual(before);
    const shown = JSON.stringify([report, again]) + readFileSync(environment.configFile, 'utf8');
    for (const secret of SECRETS) expect(shown).not.toContain(secret);
    if (process.env.SHOW)
      writeFileSync(
        `/tmp/show-${layout}`,
        JSON.stringify(report, null, 1) + shown.replace(/y{100,}/g, 'yyy'),
      );
  });

  it('has every key of its configuration in the report', async () => {
    const { source, environment } = await given(layout);
    const { keys, config } = await run(environment, source.dir, { dryRun: true });
    const { $include, ...own } = JSON5.parse<Record<string, unknown>>(readFileSync(config!, 'utf8'));
    const included =
      $include === undefined
        ? {}
        : JSON5.parse<object>(readFileSync(join(source.dir, 'extra.json5'), 'utf8'));
    expect(keys).toHaveLength(leaves({ ...own, ...included }).length);
    expect(new Set(keys.map(({ path }) => path)).size).toBe(keys.length);
    const unknown = keys.filter(({ outcome }) => outcome === 'unknown').map(({ path }) => path);
    expect(unknown.filter((path) => !/somethingNew|weird/.test(path))).toEqual([]);
  });
});
