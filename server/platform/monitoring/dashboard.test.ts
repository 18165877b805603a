import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { METRICS } from '#server/platform/http/metrics/metric-list.ts';
import { OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { everyDatabase } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { sellManyCards } from '#test/support/many-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const datasource = z.object({ type: z.literal('prometheus'), uid: z.templateLiteral(['$', '{datasource}']) });
const place = z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1).max(24), h: z.int().min(1) });
const target = z.object({
  refId: z.string().regex(/^[A-Z]$/),
  datasource,
  expr: z.string().min(1),
  legendFormat: z.string(),
});
const panel = z.object({
  id: z.int(),
  type: z.enum(['row', 'stat', 'timeseries']),
  title: z.string().min(1),
  gridPos: place,
  targets: z.array(target).default([]),
});
const dashboard = z.object({
  uid: z.literal('handsel'),
  schemaVersion: z.int(),
  templating: z.object({ list: z.array(z.object({ name: z.string() })) }),
  panels: z.array(panel),
});
const rule = z.strictObject({
  alert: z.string().regex(/^Handsel[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string() }),
});
const rulesFile = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })) });

const { panels, templating } = dashboard.parse(JSON.parse(readFileSync('deploy/grafana/handsel.json', 'utf8')));
const { groups } = rulesFile.parse(parse(readFileSync('deploy/prometheus/handsel.rules.yml', 'utf8')));
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const watched = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));

const WORDS = new Set(['and', 'or', 'unless', 'on', 'by', 'ignoring', 'without', 'bool', 'offset']);

function parseMetricNames(expression: string): string[] {
  const bare = expression.replace(/"[^"]*"/g, '').replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ');
  const withoutLabels = bare.replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const names = [...withoutLabels.matchAll(/[a-z_:][\w:]*(?!\w)(?!\s*\()/gi)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !WORDS.has(name));
}

const parseLabels = (expression: string): string[] => [
  ...[...expression.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  ),
  ...[...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/(\w+)\s*[=!]~?/g)].map(([, name = '']) => name),
  ),
];

const toDescribedName = (name: string): string => (name in METRICS ? name : name.replace(/_(bucket|sum|count)$/, ''));

it('extracts the metrics and labels of a Prometheus expression', () => {
  const text = 'sum by (le) (rate(a_bucket{call="x",status!~"5.."}[5m])) > 0.5 and on (instance) max(b) or vector(0)';
  expect([parseMetricNames(text), parseLabels(text)]).toEqual([
    ['a_bucket', 'b'],
    ['le', 'instance', 'call', 'status'],
  ]);
});

it('gives panels unique ids, the selected data source, and positions that do not overlap', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = new Set<string>();
  for (const {
    gridPos: { x, y, w, h },
    title,
    type,
    targets,
  } of panels) {
    expect(x + w, title).toBeLessThanOrEqual(24);
    for (let column = x; column < x + w; column += 1)
      for (let line = y; line < y + h; line += 1) {
        expect(cells.has(`${column} ${line}`), title).toBe(false);
        cells.add(`${column} ${line}`);
      }
    expect(targets.length > 0, title).toBe(type !== 'row');
  }
});

it('uses only variables that the dashboard defines', () => {
  const variables = [...templating.list.map(({ name }) => name), '__rate_interval'];
  const used = expressions.flatMap((expression) => [...expression.matchAll(/\$(\w+)/g)].map(([, name = '']) => name));
  expect(used.filter((name) => !variables.includes(name))).toEqual([]);
});

it('uses only labels that the metrics have', () => {
  const wrong = [...expressions, ...watched].flatMap((expression) => {
    const labels: string[] = parseMetricNames(expression).flatMap((name) => {
      const key = toDescribedName(name);
      return key in METRICS ? [...METRICS[key as keyof typeof METRICS].labels] : [];
    });
    const knownLabels = new Set([...labels, 'instance', 'job', 'le']);
    return parseLabels(expression).flatMap((label) => (knownLabels.has(label) ? [] : [`${label} in ${expression}`]));
  });
  expect(wrong).toEqual([]);
});

it('shows every metric of the shop in a panel', () => {
  const all = new Set(expressions.flatMap(parseMetricNames).map(toDescribedName));
  expect(Object.keys(METRICS).filter((name) => !all.has(name))).toEqual([]);
});

describe.each(everyDatabase())('metrics of a running shop on %s', (kind) => {
  let shop: TestShop;
  let scraped: Set<string>;
  beforeAll(async () => {
    const failingService = () =>
      ({ service: 'messages', provider: 'twilio', state: 'circuit_open', answered: 1, failed: 5 }) as const;
    shop = await openTestShop(kind, { change: ({ context }) => void context.services.push(failingService) });
    const { context, app, stored } = shop;
    await giveCards(shop, await shop.customer(), [{ to: OWN_MOBILE }]);
    await stored.add('alarms', { name: 'jobs_late', sentence: '', openedAt: new Date(), saidAt: new Date() });
    await sellManyCards(context, [
      { to: '+61491570156', scheduledAt: '2026-11-20 12:00:00', zone: 'Australia/Sydney' },
    ]);
    await stored.add('bookChecks', { hour: new Date(), finishedAt: new Date(), differences: 0 });
    await shop.jobs.addEnded('tick', 'completed');
    context.metrics.count('handsel_requests_refused_total', { kind: 'page' });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    await vi.waitFor(async () => {
      await (await fetch(`${base}/rest/default/V1/mobiledigital/categories`)).text();
      expect(await context.metrics.text()).toContain('handsel_response_cache_requests_total{outcome="hit"}');
    });
    const text = await (await fetch(`${base}/metrics`)).text();
    scraped = new Set([...text.matchAll(/^([a-z_\d]+)[{ ]/gm)].map(([, name = '']) => name));
  });
  afterAll(() => shop.close());

  const absent = (name: string) => kind === 'embedded' && /^handsel_database_(connections(_max)?|waiting)$/.test(name);

  it('exports on /metrics exactly the documented metrics', () => {
    const names = new Set([...scraped].filter((name) => name.startsWith('handsel_')).map(toDescribedName));
    expect([...names].sort()).toEqual(
      Object.keys(METRICS)
        .filter((name) => !absent(name))
        .sort(),
    );
  });

  it('exports every metric used by the dashboard and the alert rules', () => {
    const metricNames = [...expressions, ...watched].flatMap(parseMetricNames);
    expect(metricNames.length).toBeGreaterThan(50);
    expect(metricNames.filter((name) => name !== 'up' && !scraped.has(name) && !absent(name))).toEqual([]);
  });
});
