import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSingleFlight } from '#server/platform/kernel/concurrency.ts';
import { COMPOSER_VERSION, composePictureMessage } from '#server/platform/pictures/message/picture-message.ts';
import { findPictureSource } from '#server/platform/pictures/picture-source.ts';
import type { DeliveryFacts } from '../cards-store.ts';
import { insertComposedPicture, insertMessagePictures, listComposedKeys, listPictureNames } from '../pictures-store.ts';
import { resolvePictureWords } from './compose-messages.ts';

type Source = NonNullable<Awaited<ReturnType<typeof findPictureSource>>>;
type Drawing = { key: string; template: NonNullable<DeliveryFacts['template']>; source: Source; facts: DeliveryFacts };
type Addresses = Map<number, string | Error>;

/** Composes identical pictures once, because a company may give thousands the same card. */
export async function ensurePictureAddresses(context: Context, all: readonly DeliveryFacts[]): Promise<Addresses> {
  const handle = context.database.orm;
  const cards = all.map(({ card }) => card);
  const names = await listPictureNames(handle, cards);
  const missing = all.filter(({ card }) => !names.has(card.id));
  const addresses: Addresses = new Map();
  if (missing.length > 0) {
    const drawn = await drawPictures(context, missing, addresses);
    const pictures = drawn.map(({ key, facts }) => ({
      name: randomBytes(18).toString('base64url'),
      card: facts.card,
      key,
      words: resolvePictureWords(facts),
    }));
    await insertMessagePictures(handle, { pictures, now: context.clock.now() });
    for (const [id, name] of await listPictureNames(handle, cards)) names.set(id, name);
  }
  for (const { id, deliveryAttempt } of cards.filter(({ id }) => !addresses.has(id))) {
    const name = names.get(id);
    const staleError = new Error(`Delivery attempt ${deliveryAttempt} of card ${id} has ended.`);
    addresses.set(id, name ? `${context.settings.publicUrl}/picture-messages/${name}.jpg` : staleError);
  }
  return addresses;
}

export async function ensurePictureAddress(context: Context, facts: DeliveryFacts): Promise<string> {
  const address = (await ensurePictureAddresses(context, [facts])).get(facts.card.id);
  if (typeof address !== 'string') throw address;
  return address;
}

async function drawPictures(context: Context, all: readonly DeliveryFacts[], errors: Addresses): Promise<Drawing[]> {
  const drawings = await prepareDrawings(context, all, errors);
  const byKey = Map.groupBy(drawings, ({ key }) => key);
  const knownKeys = await listComposedKeys(context.database.orm, [...byKey.keys()]);
  const drawn = new Set(knownKeys);
  for (const [key, [drawing]] of byKey) {
    if (knownKeys.has(key) || !drawing) continue;
    try {
      await getFlight(context.database)(key, () => composeAndKeep(context, drawing));
      drawn.add(key);
    } catch (error) {
      for (const { facts } of byKey.get(key) ?? []) errors.set(facts.card.id, error as Error);
    }
  }
  return drawings.filter(({ key }) => drawn.has(key));
}

type Flight = ReturnType<typeof createSingleFlight<void>>;
const flights = new WeakMap<Database, Flight>();

function getFlight(database: Database): Flight {
  const flight = flights.get(database) ?? createSingleFlight<void>();
  flights.set(database, flight);
  return flight;
}

async function prepareDrawings(context: Context, all: readonly DeliveryFacts[], errors: Addresses): Promise<Drawing[]> {
  const sources = new Map<string, Source | null>();
  const drawings: Drawing[] = [];
  for (const facts of all) {
    const { template, card } = facts;
    if (template && !sources.has(template.pictureId))
      sources.set(template.pictureId, await findPictureSource(context.database, template.pictureId));
    const source = template && sources.get(template.pictureId);
    if (template && source) drawings.push({ key: hashPictureKey(facts, template, source), template, source, facts });
    else errors.set(card.id, new Error(`Card ${card.id} has no picture template.`));
  }
  return drawings;
}

function hashPictureKey(facts: DeliveryFacts, { layout }: Drawing['template'], { bytes, mime }: Source): string {
  const hash = createHash('sha256').update(
    JSON.stringify([COMPOSER_VERSION, mime, layout, resolvePictureWords(facts)]),
  );
  return hash.update(bytes).digest('hex');
}

async function composeAndKeep(context: Context, { key, template, source, facts }: Drawing): Promise<void> {
  const { bytes, mime } = source;
  const { layout } = template;
  const jpeg = await composePictureMessage({
    templateSvgOrRaster: { bytes, mime },
    layout,
    ...resolvePictureWords(facts),
  });
  await insertComposedPicture(context.database.orm, { key, jpeg, createdAt: context.clock.now() });
}
