import { runBuilt } from './builds/server-build.ts';
import { buildShop } from './web/build-shop.ts';

// npm start: web app and server are built when their sources have changed, then the server runs in this process.
await buildShop();
await runBuilt('main');
