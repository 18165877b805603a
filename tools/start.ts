import { runBuilt } from './builds/server-build.ts';
import { buildShop } from './web/build-shop.ts';

// npm start: rebuilds the web app and server if they are stale, then runs the server.
await buildShop();
await runBuilt('main');
