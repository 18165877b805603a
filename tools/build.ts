import { buildShop } from './web/build-shop.ts';

// npm run build: for a shop that runs elsewhere, such as in a container.
await buildShop();
