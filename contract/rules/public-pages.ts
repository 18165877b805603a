const PUBLIC_PAGE = /^\/(browse|search|help|terms|privacy|category\/\d+|product\/\d+|sellerprofile\/[^/]+)?$/;

/** Public pages are the same for everyone, so they can be indexed and cached. `path` excludes the query. */
export function isPublicPage(path: string): boolean {
  return PUBLIC_PAGE.test(path.length > 1 ? path.replace(/\/$/, '') : path);
}
