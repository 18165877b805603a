import { decodeJwt } from 'jose';
import { unzipPass } from '../fakes/passes.ts';
import type { TestShop } from './shop.ts';

export async function addToApple({ app }: Pick<TestShop, 'app'>, secret: string) {
  const pass = readPassJson((await app.inject(`/card/${secret}/apple.pkpass`)).rawPayload);
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

export const readPassJson = (file: Buffer) => JSON.parse(unzipPass(file)['pass.json']?.toString() ?? '');

export const readPassBalance = (file: Buffer): number => readPassJson(file).storeCard.primaryFields[0].value;

export async function addToGoogle(
  { app }: Pick<TestShop, 'app'>,
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
