import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { Kind } from '#contract/rules/listing.ts';
import type { Facets } from '#contract/search.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import { Checkbox } from '#web/ui/form/choice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { normalizeListQuery, parseSellers, withSeller } from '../feed/list-query.ts';
import { PriceRange } from './price-range.tsx';

type FilterFormProps = {
  facets: Facets | undefined;
  listQuery: ListQuery;
  onListQuery: (listQuery: ListQuery) => void;
  headingId?: string;
};

export function FilterForm({ facets, listQuery, onListQuery, headingId }: FilterFormProps) {
  return (
    <div className="space-y-6">
      {headingId && (
        <h2 id={headingId} className="flex min-h-12 items-center text-20">
          <Trans>Filter</Trans>
        </h2>
      )}
      {facets ? <Choices facets={facets} listQuery={listQuery} onListQuery={onListQuery} /> : <Waiting />}
    </div>
  );
}

function Choices({
  facets,
  listQuery,
  onListQuery,
}: {
  facets: Facets;
  listQuery: ListQuery;
  onListQuery: (listQuery: ListQuery) => void;
}) {
  const { t } = useLingui();
  const { kinds, sellers, more_sellers: moreSellers, price, in_stock } = facets;
  const both = (kinds.product > 0 && kinds.giftcard > 0) || listQuery.kind !== undefined;
  const chosen = parseSellers(listQuery);
  return (
    <>
      {both && (
        <KindChoice
          counts={kinds}
          kind={listQuery.kind}
          onKind={(kind) => onListQuery(normalizeListQuery({ ...listQuery, kind }))}
        />
      )}
      {sellers.length > 0 && (
        <Group title={<Trans>Seller</Trans>}>
          {sellers.map(({ shop_url, name, count }) => (
            <Checkbox
              key={shop_url}
              name="seller"
              checked={chosen.includes(shop_url)}
              onValue={(isWanted) => onListQuery(withSeller(listQuery, shop_url, isWanted))}
            >
              {name} <Count value={count} />
            </Checkbox>
          ))}
          {moreSellers > 0 && (
            <p className="text-15 text-muted">
              {t({
                message: plural(moreSellers, {
                  one: 'And # more seller. Search by name.',
                  other: 'And # more sellers. Search by name.',
                }),
              })}
            </p>
          )}
        </Group>
      )}
      <Group title={<Trans>Price in AUD</Trans>}>
        <PriceRange
          listQuery={listQuery}
          limits={price}
          onPrices={(prices) => onListQuery(normalizeListQuery({ ...listQuery, ...prices }))}
        />
      </Group>
      <Group title={<Trans>Availability</Trans>}>
        <Checkbox
          name="in_stock"
          checked={listQuery.in_stock !== undefined}
          onValue={(on) => onListQuery(normalizeListQuery({ ...listQuery, in_stock: on ? '1' : undefined }))}
        >
          <Trans>In stock</Trans> <Count value={in_stock} />
        </Checkbox>
      </Group>
    </>
  );
}

const kindWords = { product: msg`Products`, giftcard: msg`Gift cards` };

type KindChoiceProps = {
  counts: Record<Kind, number>;
  kind: Kind | undefined;
  onKind: (kind: Kind | undefined) => void;
};

function KindChoice({ counts, kind, onKind }: KindChoiceProps) {
  const { i18n } = useLingui();
  // The group's name must be unique, because the sidebar and the sheet render their radio groups at the same time.
  const name = useId();
  return (
    <Group title={<Trans>Show</Trans>}>
      <Radio name={name} checked={kind === undefined} onChoose={() => onKind(undefined)}>
        <Trans>Everything</Trans>
      </Radio>
      {(['giftcard', 'product'] as const).map((choice) => (
        <Radio key={choice} name={name} checked={kind === choice} onChoose={() => onKind(choice)}>
          {i18n._(kindWords[choice])} <Count value={counts[choice]} />
        </Radio>
      ))}
    </Group>
  );
}

type RadioProps = { name: string; checked: boolean; onChoose: () => void; children: ReactNode };

function Radio({ name, checked, onChoose, children }: RadioProps) {
  return (
    <label className="choice">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-15 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

function Count({ value }: { value: number }) {
  return <small>{`(${value})`}</small>;
}

function Waiting() {
  return (
    <div aria-busy="true" className="space-y-5">
      {['w-24', 'w-40', 'w-36', 'w-44', 'w-32', 'w-40'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity.
        <Skeleton key={index} className={`h-6 ${width}`} />
      ))}
    </div>
  );
}
