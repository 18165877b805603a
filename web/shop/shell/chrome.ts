export type Chrome = {
  header: 'none' | 'registration' | 'gift-card' | 'product' | 'full';
  footer: boolean;
  search: boolean;
  lastSeller: boolean;
};

const PAGES_WITHOUT_CHROME = /^\/(card|phone|offline)(\/|$)/;
const LISTINGS = /^\/(browse|category|search|404|help|terms|privacy)(\/|$)/;
/** Pages with a search link. Payment and sign-in have none, to avoid distraction. */
const SEARCHING = /^\/(browse|category|search|product|sellerprofile|account|success|404|help|terms|privacy)(\/|$)/;

export function resolveChrome(path: string): Chrome {
  if (PAGES_WITHOUT_CHROME.test(path)) return { header: 'none', footer: false, search: false, lastSeller: false };
  return {
    header: resolveHeader(path),
    footer: !['/', '/register', '/checkout'].includes(path),
    search: SEARCHING.test(path),
    lastSeller: !LISTINGS.test(path),
  };
}

function resolveHeader(path: string): Chrome['header'] {
  if (path === '/') return 'none';
  if (path === '/register') return 'registration';
  if (path.startsWith('/giftcard/')) return 'gift-card';
  return path.startsWith('/product/') ? 'product' : 'full';
}
