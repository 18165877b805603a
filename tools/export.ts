import { runCommand } from './terminal/run-command.ts';

// npm run export -- --format magento|shopify [FILE]: writes the catalogue as a product file of Magento 2 or Shopify.
await runCommand('export');
