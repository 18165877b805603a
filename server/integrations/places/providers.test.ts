import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { type Received, type StandIn, startStandIn } from '#test/fakes/stand-in.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

let service: StandIn;
let proxy: FaultProxy;
let answers: Record<string, unknown>;
let requests: Received[];

beforeEach(async () => {
  service = await startStandIn(({ path }) => {
    const body = answers[path.split('?')[0] ?? ''];
    return body === undefined ? { status: 404, body: { error: { code: 404 } } } : { status: 200, body };
  });
  requests = service.received;
  proxy = await startFaultProxy({ port: service.port });
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

const search = (shop: TestShop, q: string, session = 'one-session') =>
  shop.send('GET mobiledigital/places', { query: { q, session } });

const part = (longText: string, shortText: string, ...types: string[]) => ({ longText, shortText, types });
const georgeStreet = {
  id: 'ChIJ1',
  formattedAddress: 'Unit 5/12 George St, Surry Hills NSW 2010, Australia',
  addressComponents: [
    part('2010', '2010', 'postal_code'),
    part('New South Wales', 'NSW', 'administrative_area_level_1', 'political'),
    part('Council of the City of Sydney', 'Sydney', 'administrative_area_level_2', 'political'),
    part('Surry Hills', 'Surry Hills', 'locality', 'political'),
    part('George Street', 'George St', 'route'),
    part('12', '12', 'street_number'),
    part('5', '5', 'subpremise'),
    part('Australia', 'AU', 'country', 'political'),
  ],
};

describe.each(databaseKinds())('Google Places (%s)', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    answers = {
      '/v1/places:autocomplete': {
        suggestions: [
          {
            placePrediction: {
              place: 'places/ChIJ1',
              placeId: 'ChIJ1',
              text: { text: '12 George St, Surry Hills NSW' },
            },
          },
          { queryPrediction: { text: { text: 'george street pizza' } } },
        ],
      },
      '/v1/places/ChIJ1': georgeStreet,
    };
    const env = { PLACES: 'google', GOOGLE_PLACES_KEY: 'the-key', GOOGLE_PLACES_URL: proxy.url };
    shop = await openTestShop(kind, { env });
  });
  afterEach(() => shop.close());

  it('sends the typed text, key, country and session to Google, and returns its suggestions [CA-57]', async () => {
    const { body } = await search(shop, '12 george st');
    expect(body).toMatchObject({
      status: true,
      attribution: 'Google Maps',
      data: [{ label: '12 George St, Surry Hills NSW', place_id: 'ChIJ1', country: 'AU' }],
    });
    expect(body.data).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST', headers: { 'x-goog-api-key': 'the-key' } });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      input: '12 george st',
      includedRegionCodes: ['au'],
      sessionToken: 'one-session',
    });
  });

  it('splits the selected place into fields by component type [VA-21, VA-22, VA-23]', async () => {
    const { body } = await shop.send('GET mobiledigital/place', {
      query: { place_id: 'ChIJ1', session: 'one-session' },
    });
    expect(body.data).toEqual({
      label: georgeStreet.formattedAddress,
      street: '5/12 George Street',
      suburb: 'Surry Hills',
      state: 'NSW',
      postcode: '2010',
      country: 'AU',
    });
    expect(requests[0]).toMatchObject({ headers: { 'x-goog-fieldmask': 'id,formattedAddress,addressComponents' } });
    expect(requests[0]?.path).toContain('sessionToken=one-session');
  });

  it('returns no place for an unknown id or a place abroad', async () => {
    answers['/v1/places/ChIJ2'] = { addressComponents: [part('New Zealand', 'NZ', 'country')] };
    for (const place_id of ['ChIJ2', 'made-up', '../../secrets']) {
      const { status, body } = await shop.send('GET mobiledigital/place', { query: { place_id } });
      expect([status, body]).toEqual([200, { status: false, data: null }]);
    }
    expect(requests.map(({ path }) => path).filter((path) => !path.startsWith('/v1/places/'))).toEqual([]);
  });

  it.each(['down', 'half-open', 'busy', 'garbage'] as const)(
    'falls back to the suburb list while Google is %s',
    async (mode) => {
      await proxy.set(mode);
      const { status, body } = await search(shop, '12 Smith St, Fitzroy');
      expect(status).toBe(200);
      expect(body.data[0]).toMatchObject({ suburb: 'Fitzroy', postcode: '3065' });
      expect(body.attribution).toBe('');
      expect((await shop.send('GET mobiledigital/place', { query: { place_id: 'ChIJ1' } })).body.status).toBe(false);
      const { services } = (await shop.app.inject('/readyz')).json();
      expect(services).toEqual([expect.objectContaining({ service: 'places', provider: 'google', state: 'failing' })]);
    },
  );

  it('rejects overlong text and invalid sessions, and never reveals the API key', async () => {
    expect((await search(shop, 'x'.repeat(201))).status).toBe(400);
    expect((await search(shop, 'x', 'not a session!')).status).toBe(400);
    expect(JSON.stringify((await shop.send('GET mobiledigital/shopsettings')).body)).not.toContain('the-key');
  });
});

describe.each(databaseKinds())('Photon (%s)', (kind) => {
  let shop: TestShop;
  const feature = (properties: Record<string, unknown>) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [151.2, -33.9] },
    properties,
  });
  beforeEach(async () => {
    const address = { housenumber: '1', street: 'George Street', district: 'The Rocks', city: 'Sydney' };
    answers = {
      '/photon/api': {
        type: 'FeatureCollection',
        features: [
          feature({ ...address, state: 'New South Wales', postcode: '2000', countrycode: 'AU' }),
          feature({ ...address, state: 'New South Wales', postcode: '2000', countrycode: 'AU' }),
          feature({ ...address, state: 'Otago', postcode: '9016', countrycode: 'NZ' }),
          feature({ name: 'George Street', city: 'Hobart', state: 'Tasmania', postcode: '7000', countrycode: 'AU' }),
        ],
      },
    };
    shop = await openTestShop(kind, { env: { PLACES: 'photon', PHOTON_URL: `${proxy.url}/photon` } });
  });
  afterEach(() => shop.close());

  it('returns each complete Australian address once, with attribution [CA-57]', async () => {
    const { body } = await search(shop, '1 george');
    expect(body.attribution).toBe('© OpenStreetMap contributors');
    expect(body.data).toEqual([
      {
        label: '1 George Street, The Rocks NSW 2000',
        street: '1 George Street',
        suburb: 'The Rocks',
        state: 'NSW',
        postcode: '2000',
        country: 'AU',
      },
      {
        label: 'George Street, Hobart TAS 7000',
        street: 'George Street',
        suburb: 'Hobart',
        state: 'TAS',
        postcode: '7000',
        country: 'AU',
      },
    ]);
    expect(requests[0]?.path).toContain('countrycode=AU');
  });

  it.each(['down', 'half-open', 'busy', 'garbage'] as const)(
    'falls back to the suburb list while Photon is %s',
    async (mode) => {
      await proxy.set(mode);
      expect((await search(shop, '12 Smith St, Fitzroy')).body.data[0]).toMatchObject({ suburb: 'Fitzroy' });
    },
  );
});
