import { buildServerIfStale, runBuilt } from './builds/server-build.ts';
import { buildWebIfStale } from './web/web-build.ts';

// npm start: web app and server are built when their sources have changed, then the server runs in this process.
try {
  await buildWebIfStale(process.env.BRAND === 'product' ? 'product' : 'giftcard');
  await buildServerIfStale();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
await runBuilt('main');
