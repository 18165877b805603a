import { runBuilt } from './builds/server-build.ts';
import { buildShop } from './web/build-shop.ts';

// npm start: rebuilds web app and server if stale, then runs the server.
await buildShop();
await runBuilt('main');
