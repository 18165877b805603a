const PUBLIC_PAGE = /^\/(browse|search|help|terms|privacy|category\/\d+|product\/\d+|sellerprofile\/[^/]+)?$/;

/** The same for everyone, so indexable and cacheable. `path` excludes the query. */
export function isPublicPage(path: string): boolean {
  return PUBLIC_PAGE.test(path.length > 1 ? path.replace(/\/$/, '') : path);
}
