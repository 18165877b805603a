import { runCommand } from './terminal/run-command.ts';

// npm run import -- FILE...: loads product files of Magento 2 or Shopify into the shop's catalogue.
await runCommand('import');
