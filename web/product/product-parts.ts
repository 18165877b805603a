/** What stands below the first view of a product, in one file of code that it does not wait for. */
export { ProductPromises } from './product-promises.tsx';
export { ProductTabs } from './product-tabs.tsx';
