import type { TestProject } from 'vitest/node';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import { storedRows } from '#test/support/stored.ts';
import { ensureTemplate, withTemplates } from '../../tools/test-run/test-databases.ts';
import { startBrowser } from './browser.ts';
import { hashFirstStart } from './seeded-folder.ts';
import { createDataFolder, startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    demoTemplate: string | undefined;
  }
}

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const closeBrowser = await startBrowser();
  const { postgres } = project.getProvidedContext().testDatabases;
  project.provide('demoTemplate', postgres ? await prepareDemoTemplate(postgres.url) : undefined);
  return closeBrowser;
}

/** Prepares a template database by starting a server on an empty one, unless the template exists. */
async function prepareDemoTemplate(url: string): Promise<string> {
  const name = `handsel_template_${hashFirstStart()}_demo`;
  await withTemplates(url, (client) => ensureTemplate(client, { url, name, fill: runFirstStart }));
  return name;
}

async function runFirstStart(databaseUrl: string): Promise<void> {
  const folder = createDataFolder();
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
