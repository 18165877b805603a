import { type SQL, sql } from 'drizzle-orm';
import type { RenderFilter, RenderSort, SearchCriteria } from '#contract/render-info.ts';
import { type AppError, appError, isAppError } from '#server/platform/kernel/errors.ts';
import { lowestPrice } from './list-filters-sql.ts';
import { inCategory } from './tiles-store.ts';

type Field = { is: SQL; kind: 'number' | 'text' | 'time' };

/** The status is always 1. It is written as a sum, because a bare number in ORDER BY is a column position. */
const FIELDS: Record<string, Field> = {
  entity_id: { is: sql`p.id`, kind: 'number' },
  id: { is: sql`p.id`, kind: 'number' },
  sku: { is: sql`p.sku`, kind: 'text' },
  name: { is: sql`p.name`, kind: 'text' },
  type_id: { is: sql`p.type_id`, kind: 'text' },
  price: { is: sql`(${lowestPrice} / 100.0)`, kind: 'number' },
  created_at: { is: sql`p.created_at`, kind: 'time' },
  status: { is: sql`(0 + 1)`, kind: 'number' },
  visibility: { is: sql`(case p.visibility when 'lists' then 2 when 'search' then 3 else 4 end)`, kind: 'number' },
};

const COMPARED: Partial<Record<RenderFilter['conditionType'], SQL>> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gteq: sql`>=`,
  moreq: sql`>=`,
  from: sql`>=`,
  lt: sql`<`,
  lteq: sql`<=`,
  to: sql`<=`,
};

const NEGATED: ReadonlySet<string> = new Set(['neq', 'nin', 'nfinset', 'nlike']);

/** Combines the filters within a group with OR. Returns invalid_value for an invalid filter. */
export function buildWhere({ filterGroups }: SearchCriteria): SQL | AppError {
  const groups: SQL[] = [];
  for (const { filters } of filterGroups) {
    const conditions = filters.map(buildCondition);
    const refused = conditions.find(isAppError);
    if (refused) return refused;
    if (conditions.length > 0) groups.push(sql`(${sql.join(conditions as SQL[], sql` or `)})`);
  }
  return groups.length > 0 ? sql.join(groups, sql` and `) : sql`true`;
}

/** Orders by newest first by default, and breaks ties by id. */
export function buildOrderBy({ sortOrders }: SearchCriteria): SQL | AppError {
  const clauses = sortOrders.map(buildSortClause);
  const refused = clauses.find(isAppError);
  if (refused) return refused;
  return sql.join([...(clauses.length > 0 ? (clauses as SQL[]) : [sql`p.created_at desc`]), sql`p.id desc`], sql`, `);
}

function buildSortClause({ field, direction }: RenderSort): SQL | AppError {
  const column = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  if (!column) return appError('invalid_value', { fieldName: 'searchCriteria.sortOrders.field', value: field });
  const way = direction.toUpperCase();
  if (way !== 'ASC' && way !== 'DESC') {
    return appError('invalid_value', { fieldName: 'searchCriteria.sortOrders.direction', value: direction });
  }
  const by = column.kind === 'text' ? sql`${column.is} collate "C"` : column.is;
  return way === 'ASC' ? sql`(${by}) asc` : sql`(${by}) desc`;
}

function buildCondition(filter: RenderFilter): SQL | AppError {
  if (filter.field === 'category_id') return buildCategoryCondition(filter);
  const field = Object.hasOwn(FIELDS, filter.field) ? FIELDS[filter.field] : undefined;
  if (!field) return appError('invalid_value', { fieldName: 'searchCriteria.filterGroups.field', value: filter.field });
  const { conditionType, value } = filter;
  if (conditionType === 'null') return sql`false`;
  if (conditionType === 'notnull') return sql`true`;
  if (conditionType === 'like') return sql`${field.is}::text ilike ${completePattern(value)}`;
  if (conditionType === 'nlike') return sql`${field.is}::text not ilike ${completePattern(value)}`;
  const compared = COMPARED[conditionType];
  const values = (compared ? [value] : value.split(',')).map((part) => asValue(field, part));
  const wrong = values.find(isAppError);
  if (wrong) return wrong;
  if (compared) return sql`${field.is} ${compared} ${values[0]}`;
  const list = sql.join(values as SQL[], sql`, `);
  return NEGATED.has(conditionType) ? sql`${field.is} not in (${list})` : sql`${field.is} in (${list})`;
}

function buildCategoryCondition({ conditionType, value }: RenderFilter): SQL | AppError {
  if (!['eq', 'in', 'finset', 'neq', 'nin', 'nfinset'].includes(conditionType)) {
    return appError('invalid_value', { fieldName: 'searchCriteria.filterGroups.condition_type', value: conditionType });
  }
  const ids = value.split(',').map((id) => id.trim());
  const wrong = ids.find((id) => !/^\d{1,9}$/.test(id));
  if (wrong !== undefined) return invalidValueError(wrong);
  const within = sql`(${sql.join(
    ids.map((id) => inCategory(Number(id))),
    sql` or `,
  )})`;
  return NEGATED.has(conditionType) ? sql`not ${within}` : within;
}

/** Completes an escape at the end of a pattern, which PostgreSQL would reject. */
function completePattern(value: string): string {
  return value.replace(/\\+$/, (end) => (end.length % 2 === 1 ? `${end}\\` : end));
}

function asValue({ kind }: Field, value: string): SQL | AppError {
  const text = value.trim();
  if (kind === 'text') return sql`${value}::text`;
  if (kind === 'number') return /^-?\d{1,9}(\.\d{1,4})?$/.test(text) ? sql`${text}::numeric` : invalidValueError(value);
  const zoned = /^\d{4}-\d\d-\d\d$/.test(text)
    ? `${text}T00:00:00Z`
    : `${text.replace(' ', 'T')}${/[zZ]$/.test(text) ? '' : 'Z'}`;
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?[zZ]$/.test(zoned) ? Date.parse(zoned) : Number.NaN;
  return Number.isNaN(instant) ? invalidValueError(value) : sql`${new Date(instant).toISOString()}::timestamptz`;
}

function invalidValueError(value: string): AppError {
  return appError('invalid_value', { fieldName: 'searchCriteria.filterGroups.value', value: value.slice(0, 60) });
}
