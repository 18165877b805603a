import type { Database } from '#server/platform/database/database.ts';

export const REGULARS = 64;
const OFTEN = 12;

/**
 * Adds one paid order for each customer of addPeople(). Each regular customer gets 12 more orders and three cart lines.
 */
export async function addOrders(database: Database, { count, products }: { count: number; products: number }) {
  const regulars = Math.min(REGULARS, count);
  const all = count + regulars * OFTEN;
  const address = `(select jsonb_build_object('firstname', 'Wren', 'lastname', 'Banks', 'telephone', '0412345678',
    'street', jsonb_build_array('12 Fig Street'), 'city', 'Pyrmont', 'region', 'New South Wales', 'region_code', 'NSW',
    'region_id', 570, 'postcode', '2009', 'country_id', 'AU'))`;
  const sold = `(select n, case when n <= ${count} then n else 1 + (n - ${count} - 1) % ${regulars} end as customer_id,
      now() - (${all} - n) * interval '10 seconds' as at, 1 + 5 * (n % ${Math.floor(products / 5)}) as product_id
    from generate_series(1, ${all}) n)`;
  await database.exclusive((run) =>
    run.exec(`
      insert into carts (id, customer_id, state, created_at, updated_at) overriding system value
        select n, customer_id, 'ordered', at, at from ${sold} sold;
      insert into orders (id, number, cart_id, customer_id, status, customer_name, subtotal_cents, shipping_cents,
          total_cents, gst_cents, shipping_gst_cents, card_due_cents, shipping_address, billing_address, created_at,
          placed_at, approved_at, acknowledged_at) overriding system value
        select n, n, n, customer_id, 'approved', 'Wren Banks', 2000, 995, 2995, 272, 90, 2995, ${address}, ${address},
          at, at, at, at from ${sold} sold;
      insert into order_lines (order_id, product_id, variant_id, seller_id, sku, name, price_cents, qty, total_cents,
          gst_cents, options, is_giftcard)
        select n, p.id, v.id, p.seller_id, v.sku, p.name, 2000, 1, 2000, 182, '[]', false
          from ${sold} sold join products p on p.id = sold.product_id
            join variants v on v.product_id = p.id and v.size is not null;
      insert into payments (order_id, idempotency_key, fingerprint, provider, provider_payment_id, payment_method,
          save_card, amount_cents, currency, capture, state, created_at, updated_at)
        select n, 'order-' || n, 'fingerprint-' || n, 'sandbox', 'pi_' || n, 'pm_bench', false, 2995, 'AUD', false,
          'captured', at, at from ${sold} sold;
      insert into demo.sandbox_payment_methods (id, behaviour, brand, last4, exp_month, exp_year, created_at)
        values ('pm_bench', 'pm_card_visa', 'visa', '4242', 12, 2040, now());
      insert into demo.sandbox_payments (id, idempotency_key, order_id, provider_customer_id, payment_method_id,
          amount_cents, currency, save_card, capture, status, client_secret, created_at)
        select 'pi_' || n, 'order-' || n, n, 'cus_sandbox_' || customer_id, 'pm_bench', 2995, 'AUD', false, false,
          'succeeded', 'secret-' || n, at from ${sold} sold;
      select setval(pg_get_serial_sequence('carts', 'id'), ${all}), setval(pg_get_serial_sequence('orders', 'id'), ${all});
      select setval('order_numbers', ${all});
      insert into carts (customer_id, state, created_at, updated_at)
        select n, 'open', now(), now() from generate_series(1, ${regulars}) n;
      insert into cart_lines (cart_id, variant_id, qty)
        select c.id, 2 * (1 + 5 * (c.customer_id % 10 + part)), 1 from carts c, generate_series(0, 2) part
          where c.state = 'open';
      analyze carts; analyze cart_lines; analyze orders; analyze order_lines; analyze payments;`),
  );
}
