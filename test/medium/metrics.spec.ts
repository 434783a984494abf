import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { filled } from '../../src/common/index.js';
import type { HasConditions } from '../../src/conditions/condition.js';
import { CONDITION_PARTS } from '../../src/conditions/conditions.service.js';
import { ALERT_CODES, CONDITIONS } from '../../src/conditions/index.js';
import { WHOLE_OWNER, wholeApp } from '../support/whole-app.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly code: keyof typeof CONDITIONS; readonly severity: string };
  readonly annotations: { readonly summary: string; readonly remedy: string };
}

const read = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
const RULES = (parse(read('prometheus-rules.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);

/** Every text of the dashboard that is a query. */
function queriesIn(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') return /^(expr|query|definition)$/.test(key) ? [value] : [];
  return Object.entries(Object(value) as object).flatMap(([name, each]) => queriesIn(each, name));
}
const QUERIES = queriesIn(JSON.parse(read('grafana-dashboard.json'))).filter((each) => each.includes('_'));

const OWNER = { authorization: `Bearer ${WHOLE_OWNER}` };

/** Those of a Prometheus, not ours. */
const OF_THE_SCRAPE = ['job', 'instance', 'le', 'quantile'];

const metricsIn = (query: string) =>
  [...query.matchAll(/\b(?:gatehouse|process|nodejs)_\w+/g)].map(([name]) => name);
/** The labels of matchers, groupings and `label_values`. */
const labelsIn = (query: string) => [
  ...[...query.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label),
  ...[...query.matchAll(/\b(?:by|without|on)\s*\(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/\s*,\s*/)),
  ...[...query.matchAll(/^label_values\(.*,\s*(\w+)\)$/g)].map(([, label]) => label),
];

/** The family of a metric: those of a histogram have endings. @returns the name itself for one that is not served */
function familyOf(name: string, served: ReadonlyMap<string, string>): string {
  const family = name.replace(/_(?:bucket|count|sum)$/, '');
  return served.get(family) === 'histogram' ? family : name;
}

/** The names in a query that are not served, and the labels that none of its metrics has. */
function unknownIn(
  query: string,
  served: ReadonlyMap<string, string>,
  registry: Pick<Registry, 'getSingleMetric'>,
): readonly string[] {
  const families = metricsIn(query).map((name) => familyOf(name, served));
  const labels = families.flatMap((name) => {
    const metric = registry.getSingleMetric(name) as { readonly labelNames?: readonly string[] } | undefined;
    return metric?.labelNames ?? [];
  });
  const known = [...labels, ...OF_THE_SCRAPE];
  return [
    ...families.filter((name) => !served.has(name)),
    ...labelsIn(query).filter((label) => !known.includes(label!)),
  ].map((name) => `${name} in ${query}`);
}

describe('the figures of /metrics', () => {
  const world = wholeApp('SQLite', {
    channels: { imbridge: { serverUrl: 'http://127.0.0.1:9', password: 'the-bridge-password' } },
    webhooks: {
      list: [
        { id: 'ops', url: 'http://127.0.0.1:9', secret: `whsec_${'QUJD'.repeat(8)}`, events: ['alert.*'] },
      ],
    },
  });
  const shown = async () => {
    const { port } = world.app.getHttpServer().address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: OWNER })).text();
  };

  it('have every name and label of the rules and of the dashboard', async () => {
    const served = new Map(
      [...(await shown()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    );
    const registry = world.app.get(Registry, { strict: false });
    const all = [...RULES.map(({ expr }) => expr), ...QUERIES];
    expect(new Set(all.flatMap(metricsIn)).size).toBeGreaterThan(20);
    expect(all.flatMap((query) => unknownIn(query, served, registry))).toEqual([]);
    const wrong = 'sum by (colour) (gatehouse_jobs{kin="inbound"}) + gatehouse_job';
    expect(unknownIn(wrong, served, registry).map((each) => each.split(' ')[0])).toEqual([
      'gatehouse_job',
      'kin',
      'colour',
    ]);
  });

  it('have a cheap source for each code of an alert', () => {
    const parts = world.app.get<readonly HasConditions[]>(CONDITION_PARTS, { strict: false });
    const cheap = parts.flatMap(({ sources }) => sources).filter(({ cost }) => cost !== 'network');
    const found = new Set<string>(cheap.flatMap(({ codes }) => codes));
    // The look itself finds the first.
    expect(ALERT_CODES.filter((code) => !found.has(code))).toEqual(['database-unavailable']);
  });

  it('have a state of each account, what waits, what is held, and each code of an alert', async () => {
    const text = await shown();
    const place = 'channel="imbridge",account="default"';
    for (const line of [
      `gatehouse_account_state{${place},state="stopped"} 1`,
      `gatehouse_account_state{${place},state="connected"} 0`,
      'gatehouse_oldest_unanswered_seconds 0',
      'gatehouse_holds 0',
      'gatehouse_webhook_backlog{webhook="ops"} 0',
      ...ALERT_CODES.map((code) => `gatehouse_alerts{code="${code}"} 0`),
    ])
      expect(text.split('\n')).toContain(line);
    // Nothing was backed up yet.
    expect(text).not.toMatch(/^gatehouse_backup_age_seconds/m);
  });
});

describe('the rules for Prometheus', () => {
  it('are one for each alert, and one for a gateway that is away', () => {
    const codes = RULES.map(({ labels }) => labels.code).toSorted();
    expect(codes).toEqual(['gateway-away', ...ALERT_CODES].toSorted());
    expect(new Set(RULES.map(({ alert }) => alert)).size).toBe(RULES.length);
  });

  it.each(RULES)('say what $alert is, and its remedy', ({ labels, annotations }) => {
    const { what, remedy } = CONDITIONS[labels.code];
    expect(annotations.remedy).toBe(filled(remedy, {}));
    expect(annotations.summary.startsWith(what.replace(/\.$/, ''))).toBe(true);
    expect(labels.severity).toMatch(/^(?:critical|warning)$/);
  });
});
