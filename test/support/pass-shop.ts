import { decodeJwt } from 'jose';
import { updatePasses } from '#server/domain/gift-cards/passes/update-passes.ts';
import type { DatabaseKind } from '#server/platform/database/open.ts';
import { appleSettings, filesOf, googleSettings } from '../fakes/passes.ts';
import { startApns, startGoogleWallet } from '../fakes/wallets.ts';
import { type CardShop, openCardShop, wrong } from './card-shop.ts';
import { openCounter, soldCard } from './counter.ts';

const apple = appleSettings();

export type PassShop = Awaited<ReturnType<typeof openPassShop>>;

/** A shop with both wallets, in which one card of 25 dollars was delivered; Apple and Google are fakes. */
export async function openPassShop(kind: DatabaseKind, env: Record<string, string> = {}) {
  const apns = await startApns({ certificate: apple.APPLE_PASS_CERTIFICATE });
  const google = await startGoogleWallet();
  const shop = await openCardShop(kind, {
    ...apple,
    ...googleSettings(),
    ...google.env,
    APPLE_PUSH_URL: apns.url,
    PUBLIC_URL: 'https://shop.test',
    ...env,
  });
  await shop.buy();
  await shop.deliver();
  const secret = await shop.secretOn(wrong);
  const counter = await openCounter(shop);
  const card = await soldCard(shop);
  return {
    ...shop,
    apns,
    google,
    counter,
    secret,
    redeem: (amount: number) => counter.redeem(card, amount),
    authorise: (amount: number) => counter.authorise(card, amount),
    update: () => updatePasses(shop.context),
    /** So much later by the shop's clock the job runs again. */
    async updateIn(seconds: number): Promise<void> {
      shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + seconds * 1_000));
      await updatePasses(shop.context);
    },
    pass: (ofSecret = secret) => addToApple(shop, ofSecret),
    save: (ofSecret = secret) => addToGoogle(shop, google.objects, ofSecret),
    holders: () => shop.query('select pass_id, wallet, device_id, outdated_at from gift_card_pass_holders order by id'),
    async close() {
      await shop.close();
      await apns.close();
      await google.close();
    },
  };
}

/** An iPhone that has taken the pass behind a link, and calls the web service that the pass names. */
export async function addToApple({ app }: Pick<CardShop, 'app'>, secret: string) {
  const pass = passIn((await app.inject(`/card/${secret}/apple.pkpass`)).rawPayload);
  const { serialNumber, authenticationToken, webServiceURL = 'https://shop.test' } = pass;
  const type = pass.passTypeIdentifier;
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, options: Options = {}) => {
    const { token = authenticationToken, from = '203.0.113.7', since, body } = options;
    return app.inject({
      method,
      url: new URL(`${webServiceURL}/v1/${path}`).href.replace(/^https:\/\/[^/]+/, ''),
      remoteAddress: from,
      headers: { authorization: `ApplePass ${token}`, ...(since ? { 'if-modified-since': since } : {}) },
      ...(body ? { payload: body } : {}),
    });
  };
  const registration = (device: string) => `devices/${device}/registrations/${type}/${serialNumber}`;
  return {
    pass,
    serial: serialNumber,
    token: authenticationToken,
    call,
    register: (device: string, pushToken: string, options: Options = {}) =>
      call('POST', registration(device), { body: { pushToken }, ...options }),
    unregister: (device: string, options: Options = {}) => call('DELETE', registration(device), options),
    changed: (device: string, tag = '') =>
      call('GET', `devices/${device}/registrations/${type}${tag ? `?passesUpdatedSince=${tag}` : ''}`),
    fetch: (options: Options = {}) => call('GET', `passes/${type}/${serialNumber}`, options),
  };
}

type Options = { token?: string; from?: string; since?: string; body?: object };

/** What stands in a .pkpass file. */
export const passIn = (file: Buffer) => JSON.parse(filesOf(file)['pass.json']?.toString() ?? '');

/** The balance that a .pkpass file shows. */
export const balanceIn = (file: Buffer): number => passIn(file).storeCard.primaryFields[0].value;

/** Follows the link to Google, where the card then is; returns its object. */
export async function addToGoogle(
  { app }: Pick<CardShop, 'app'>,
  objects: Map<string, Record<string, unknown>>,
  secret: string,
) {
  const { location } = (await app.inject(`/card/${secret}/google-wallet`)).headers;
  const { payload } = decodeJwt(String(location).split('/save/')[1] ?? '') as {
    payload: { giftCardObjects: [Record<string, unknown> & { id: string }] };
  };
  const [object] = payload.giftCardObjects;
  if (!objects.has(object.id)) objects.set(object.id, object);
  return objects.get(object.id) as { id: string; state: string; balance: { micros: string } };
}
