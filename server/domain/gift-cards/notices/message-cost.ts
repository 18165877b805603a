import type { Database } from '#server/platform/database/database.ts';
import { formatCount, formatDollars } from '#server/platform/kernel/plain-texts.ts';
import type { Settings } from '#server/settings.ts';
import { countSentParts, type SentParts } from './message-cost-store.ts';

type Prices = Pick<Settings, 'MESSAGE_PRICE' | 'MESSAGE_PICTURE_PRICE'>;

export async function findMessageCost(
  { database, settings }: { database: Pick<Database, 'orm'>; settings: Prices },
  orderId: number,
): Promise<string | null> {
  return formatMessageCost(await countSentParts(database.orm, orderId), settings);
}

/** Returns a line such as 'Messages: 2 pictures, 2 texts in 3 parts, about $0.75'. */
function formatMessageCost({ pictures, texts, parts }: SentParts, prices: Prices): string | null {
  if (pictures + texts === 0) return null;
  const cents = pictures * prices.MESSAGE_PICTURE_PRICE + parts * prices.MESSAGE_PRICE;
  const cost = cents > 0 ? `, about ${formatDollars(cents)}` : '';
  return `Messages: ${formatCount(pictures, 'picture')}, ${formatCount(texts, 'text')} in ${formatCount(parts, 'part')}${cost}`;
}
