import type { SourceFile } from '../checks/source-files.ts';
import { findTableWrites, findTriggerWrites, isForeignWrite, schemaTables } from '../checks/table-owners.ts';
import { parseFeature } from './figures.ts';

export type TableWriters = {
  tables: number;
  shared: string[];
  /** Tables that a trigger writes although it is not in a section of the table's owner. */
  unownedByTrigger: string[];
};

export function tableWriters(files: SourceFile[], functionsSql: string): TableWriters {
  const folders = new Map<string, Set<string>>();
  for (const { path, table } of findTableWrites(files)) {
    folders.set(table, (folders.get(table) ?? new Set()).add(parseFeature(path)));
  }
  const shared = [...folders].filter(([, writers]) => writers.size > 1);
  return {
    tables: schemaTables.size,
    shared: shared.map(([table, writers]) => `${table}: ${[...writers].sort().join(', ')}`),
    unownedByTrigger: [
      ...new Set(
        findTriggerWrites(functionsSql)
          .filter(isForeignWrite)
          .map(({ table }) => table),
      ),
    ].sort(),
  };
}
