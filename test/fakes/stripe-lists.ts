import type { Body } from './stripe-state.ts';

export function paginateList<Row extends { id: string; created: number }>(all: Iterable<Row>, query: Body) {
  const { gte = 0, lt = Number.MAX_SAFE_INTEGER } = (query.created ?? {}) as { gte?: string; lt?: string };
  const rows = [...all].filter(({ created }) => created >= Number(gte) && created < Number(lt)).reverse();
  const rest = rows.slice(rows.findIndex(({ id }) => id === query.starting_after) + 1);
  const limit = Number(query.limit ?? 10);
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit };
}
