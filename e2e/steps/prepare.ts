import type { TestProject } from 'vitest/node';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import { storedRows } from '#test/support/stored.ts';
import { makeTemplate, withTemplates } from '../../tools/test-run/test-databases.ts';
import { startBrowser } from './browser.ts';
import { firstStartHash } from './seeded-folder.ts';
import { dataFolder, startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    demoTemplate: string | undefined;
  }
}

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const closeBrowser = await startBrowser();
  const { postgres } = project.getProvidedContext().testDatabases;
  project.provide('demoTemplate', postgres ? await demoTemplate(postgres.url) : undefined);
  return closeBrowser;
}

/** Prepares a template database by starting a server on an empty one, unless the template exists. */
async function demoTemplate(url: string): Promise<string> {
  const name = `handsel_template_${firstStartHash()}_demo`;
  await withTemplates(url, (client) => makeTemplate(client, { url, name, fill: firstStart }));
  return name;
}

async function firstStart(databaseUrl: string): Promise<void> {
  const folder = dataFolder();
  const server = await startServer({
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl,
    WEB: 'none',
    HUMAN_CHECK: 'none',
  });
  await server.stop();
  folder.remove();
  const database = await openPostgres({ databaseUrl });
  // Removes the key check, because each copy uses its own keys.
  await storedRows(database).remove('keyChecks');
  await database.close();
}
