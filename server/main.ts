import { createApp } from './app.ts';
import { loadDemoCatalogueOnce } from './catalogue/seed.ts';
import { isRefusal, refusal } from './database/refusal.ts';
import { readSettings, type Settings } from './settings.ts';
import { startWork } from './work.ts';
import { createWorld } from './world.ts';

/** Reads settings, opens the world, listens; closes in the reverse order on a signal. */
async function main(): Promise<void> {
  const settings = readSettings();
  const { context, providerRoutes } = await createWorld(settings);
  const app = await createApp(context, providerRoutes);
  let closing = false;
  const close = async (signal: string): Promise<void> => {
    if (closing) return;
    closing = true;
    context.log.info({ signal }, 'closing');
    await app.close();
    await context.jobs.stop();
    await context.database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(signal));
  if (settings.SEED === 'demo') await loadDemoCatalogueOnce(context);
  await app.listen({ port: settings.PORT, host: settings.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw portRefusal(error, settings);
  });
  await startWork(context);
  announce(settings);
}

function portRefusal(error: NodeJS.ErrnoException, { PORT, HOST }: Settings): Error {
  if (error.code === 'EADDRINUSE') {
    return refusal({
      code: 'port',
      sentence: `Port ${PORT} is taken by another program. Stop it, or set PORT to another number.`,
    });
  }
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
    return refusal({
      code: 'port',
      sentence: `Handsel cannot listen on ${HOST}:${PORT} (${error.code}). Set HOST and PORT.`,
    });
  }
  return error;
}

function announce(settings: Settings): void {
  const lines = [`Handsel is open at ${settings.publicUrl}/browse`];
  if (settings.MESSAGES === 'phone')
    lines.push(`The demo phone, where every code and gift arrives: ${settings.publicUrl}/phone`);
  if (settings.PAYMENTS === 'sandbox')
    lines.push('Pay with the test card 4242 4242 4242 4242, any future date, any code.');
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    isRefusal(error) ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
