import { index, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * Every address of the shop, in the order of the specification. A screen is one file; a page that needs sign-in wraps
 * its content in <MembersOnly> (web/shop/shell/guards.tsx).
 */
export default [
  // Shop window
  index('shop/home/home.tsx'),
  route('browse', 'shop/browse/browse.tsx'),
  route('category/:id', 'shop/browse/category.tsx'),

  // Not found
  route('404', 'shop/not-found/not-found.tsx'),
  route('*', 'shop/not-found/catch-all.ts'),
] satisfies RouteConfig;
