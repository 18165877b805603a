import type { Database } from '#server/platform/database/database.ts';

const DAY = "interval '20 hours'";

export const toCustomerMobile = (customerId: number): string => `+614${String(10_000_000 + customerId)}`;
export const toCustomerBearer = (customerId: number): string => `the-bearer-of-customer-${customerId}`;

export const HOME = {
  firstname: 'Wren',
  lastname: 'Banks',
  telephone: '0412345678',
  street: ['12 Fig Street'],
  city: 'Pyrmont',
  region: 'New South Wales',
  region_code: 'NSW',
  region_id: 570,
  postcode: '2009',
  country_id: 'AU',
};

/** Adds customers 1 to `count`, each with an address and a session that outlasts the benchmark. */
export async function addPeople(database: Database, count: number): Promise<void> {
  await database.exclusive(async (run) => {
    await run.exec(`
      insert into customers (mobile, email, firstname, lastname, terms_version, terms_accepted_at, created_at)
        select '+614' || (10000000 + n), 'wren-' || n || '@shop.test', 'Wren', 'Banks', '1', now(), now()
          from generate_series(1, ${count}) n;
      insert into addresses (customer_id, firstname, lastname, telephone, street, city, region_id, postcode, country_id)
        select id, firstname, lastname, '0412345678', array['12 Fig Street'], 'Pyrmont', 570, '2009', 'AU'
          from customers order by id;
      update customers c set default_billing_id = a.id, default_shipping_id = a.id
        from addresses a where a.customer_id = c.id;
      insert into sessions (token_hash, customer_id, created_at, expires_at)
        select encode(sha256(convert_to('the-bearer-of-customer-' || (substr(mobile, 5)::int - 10000000), 'utf8')), 'hex'),
          id, now(), now() + ${DAY} from customers;
      analyze customers; analyze addresses; analyze sessions;`);
  });
}
