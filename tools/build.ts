import { buildShop } from './web/build-shop.ts';

// npm run build: builds the shop to run elsewhere, such as in a container.
await buildShop();
