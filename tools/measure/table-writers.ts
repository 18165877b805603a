import type { SourceFile } from '../checks/source-files.ts';
import { foreignWrites, schemaTables, tableOwners, triggerWrites, writesOf } from '../checks/table-owners.ts';
import { featureOf } from './figures.ts';

export type TableWriters = {
  tables: number;
  /** Columns that another folder than the table's owner writes. */
  carveOuts: string[];
  /** Tables that code of several features writes. */
  shared: string[];
  /** Tables written by db/functions.sql in a section that does not name their owner. */
  unownedByTrigger: string[];
};

/** Returns which tables have more than one writer, in TypeScript and in the triggers of `functionsSql`. */
export function tableWriters(files: SourceFile[], functionsSql: string): TableWriters {
  const folders = new Map<string, Set<string>>();
  for (const { path, table } of writesOf(files)) {
    const [name = ''] = table.split('.');
    const folder = featureOf(path);
    folders.set(name, (folders.get(name) ?? new Set()).add(folder));
  }
  const shared = [...folders].filter(([, writers]) => writers.size > 1);
  return {
    tables: schemaTables.size,
    carveOuts: Object.keys(tableOwners).filter((name) => name.includes('.')),
    shared: shared.map(([table, writers]) => `${table}: ${[...writers].sort().join(', ')}`),
    unownedByTrigger: [
      ...new Set(foreignWrites(triggerWrites(functionsSql)).map((write) => write.split(' ')[2] ?? '')),
    ].sort(),
  };
}
