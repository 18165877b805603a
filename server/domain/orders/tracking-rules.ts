/** Carriers whose tracking numbers contain only letters and digits. */
const TRACKING: readonly { name: string; page: (number: string) => string }[] = [
  { name: 'Australia Post', page: (number) => `https://auspost.com.au/mypost/track/details/${number}` },
  { name: 'StarTrack', page: (number) => `https://startrack.com.au/track/details/${number}` },
  { name: 'Sendle', page: (number) => `https://track.sendle.com/tracking?ref=${number}` },
  { name: 'Aramex', page: (number) => `https://www.aramex.com.au/tools/track?l=${number}` },
  { name: 'DHL', page: (number) => `https://www.dhl.com/au-en/home/tracking.html?tracking-id=${number}` },
];

export const KNOWN_CARRIERS: readonly string[] = TRACKING.map(({ name }) => name);

const isLink = (text: string): boolean => /^https:\/\/[^\s/]+\.[^\s]+$/.test(text);

/** Removes the spaces that parcel labels print in tracking numbers. */
export const tidyTracking = (text: string): string => (isLink(text.trim()) ? text.trim() : text.replace(/\s/g, ''));

/** Accepts only a tracking number or a link, because customers see the text. */
export const isTracking = (text: string): boolean =>
  text.length <= 200 && (/^[A-Za-z0-9-]{4,40}$/.test(text) || isLink(text));

export function trackingUrl({ carrier, tracking }: { carrier: string | null; tracking: string | null }): string | null {
  if (tracking === null) return null;
  if (isLink(tracking)) return tracking;
  const named = (name: string) => name.toLowerCase() === carrier?.toLowerCase();
  return TRACKING.find(({ name }) => named(name))?.page(encodeURIComponent(tracking)) ?? null;
}
