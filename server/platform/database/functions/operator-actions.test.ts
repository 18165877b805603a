import { describe, expect, it } from 'vitest';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { storedRows } from '#test/support/stored.ts';

describe.each(databaseKinds())('operator action log on %s', (kind) => {
  it('rejects updates, deletions and truncation of the operator action log', async () => {
    const database = await openTestDatabase(kind);
    const { add, all } = storedRows(database);
    await add('operatorActions', {
      at: new Date(),
      actor: 'machine',
      osUser: 'wren',
      action: 'orders refund',
      subject: 'order 000000012',
    });
    const before = await all('operatorActions');
    for (const change of [
      "update operator_actions set action = 'import'",
      'delete from operator_actions',
      'truncate operator_actions',
    ])
      await expect(database.query(change)).rejects.toThrow('operator_actions is append-only');
    expect(await all('operatorActions')).toEqual(before);
    await database.close();
  });
});
