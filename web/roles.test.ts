import { expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { productShape, sellerShape } from '#contract/catalogue.ts';
import { customer } from '#contract/shapes/customer.ts';
import { authAnswer } from '#contract/sign-in.ts';
import { joinSectionText } from './shop/legal/legal-text.ts';
import { terms } from './shop/legal/terms-text.ts';
import routes from './shop/routes.ts';
import { useSession } from './shop/session/session.ts';

type Route = { path?: string | undefined; file: string; children?: Route[] | undefined };

const NO_SHOP_SCREEN = /^(card|phone|offline)\/|gallery\//;

function listShopPaths(list: readonly Route[], above = ''): string[] {
  return list.flatMap(({ path = '', file, children = [] }) => {
    const fullPath = [above, path].filter(Boolean).join('/');
    return [...(!NO_SHOP_SCREEN.test(file) ? [`/${fullPath}`] : []), ...listShopPaths(children, fullPath)];
  });
}

const sessionFields = Object.keys(useSession.getInitialState());
const customerFields = [...sessionFields, ...Object.keys(authAnswer.shape), ...Object.keys(customer.shape)];

it('offers administrators no screen, call or customer field [RO-12]', () => {
  const paths = listShopPaths(routes);
  expect(paths).toEqual(expect.arrayContaining(['/browse', '/checkout', '/account/orders']));
  const administrative = /admin|operator|staff|manage|moderat|back-?office|role|permission|group/i;
  for (const name of [...paths, ...Object.keys(calls), ...customerFields]) expect(name).not.toMatch(administrative);
});

it('ties sellers to products and offers no seller sign-in [RO-13]', () => {
  expect(productShape.shape.seller).toBe(sellerShape);
  for (const field of customerFields) expect(field).not.toMatch(/seller/i);
  for (const secret of ['mobile', 'email', 'token', 'password']) expect(sellerShape.shape).not.toHaveProperty(secret);
});

it('uses the words Vendor, Member and Operator in the terms but not as roles [RO-14]', () => {
  const text = terms.sections.map(joinSectionText).join('\n');
  for (const role of ['Vendor', 'Member', 'Operator']) expect(text).toContain(role);
  for (const field of customerFields) expect(field).not.toMatch(/vendor|member|operator/i);
});
