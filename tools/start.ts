import './database/drizzle-as-commonjs.ts';
import { buildWebIfStale } from './web/web-build.ts';

// npm start: the web app is built when its sources have changed, then the server runs in this process.
try {
  await buildWebIfStale(process.env.BRAND === 'product' ? 'product' : 'giftcard');
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
await import('#server/main.ts');
