import { inject } from 'vitest';
import { createTestPostgres, dropTestPostgres } from '#test/support/postgres-server.ts';
import { createDataFolder } from './server.ts';

export type DemoData = {
  env: { DATA_DIR: string; DATABASE_URL: string };
  remove(): Promise<void>;
};

export async function createDemoData({ isEmbedded = false } = {}): Promise<DemoData> {
  const folder = createDataFolder();
  const template = inject('demoTemplate');
  const postgres = template && !isEmbedded ? await createTestPostgres(template) : undefined;
  return {
    env: { DATA_DIR: folder.path, DATABASE_URL: postgres?.databaseUrl ?? '' },
    async remove() {
      if (postgres) await dropTestPostgres(postgres.name);
      folder.remove();
    },
  };
}
