import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { loadDemoCatalogueOnce } from './catalogue/seed.ts';
import { type CommandServer, createCommandServer } from './commands/command-server.ts';
import type { Context } from './context.ts';
import { migrate } from './database/migrate.ts';
import type { Database } from './database/open.ts';
import type { Settings } from './settings.ts';
import { createWorld } from './world.ts';

export { startWork } from './work.ts';

/** Everything above the open database: migrations, the world, the demonstration catalogue, the HTTP side, operators' commands. */
export async function build(
  settings: Settings,
  database: Database,
): Promise<{ context: Context; app: FastifyInstance; commands: CommandServer }> {
  try {
    await migrate(database);
    const { context, providerRoutes } = await createWorld(settings, database);
    if (settings.SEED === 'demo') await loadDemoCatalogueOnce(context);
    const app = await createApp(context, providerRoutes);
    return { context, app, commands: createCommandServer(context) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
