const PUBLIC_PAGE = /^\/(browse|search|help|terms|privacy|category\/\d+|product\/\d+|sellerprofile\/[^/]+)?$/;

/**
 * The pages of the shop window: the same for everybody, so they may be found by search engines and kept on the phone.
 * All others belong to somebody (account, checkout, gift cards, sign-in) or are a secret (a card's own page). `path` is
 * a path without its query.
 */
export function isPublicPage(path: string): boolean {
  return PUBLIC_PAGE.test(path.length > 1 ? path.replace(/\/$/, '') : path);
}
