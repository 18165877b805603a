import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type CurrencyView, tilePriceText } from '#contract/rules/money/money.ts';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { type Combobox, ComboboxList, ComboboxOption } from '#web/ui/form/combobox.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { Picture, type PictureData } from '#web/ui/picture.tsx';
import { useCurrencyView } from '../session/session.ts';
import type { SearchGroup, SearchOption } from './search-options.ts';

const titles = {
  search: msg`Search`,
  recent: msg`Recent searches`,
  categories: msg`Categories`,
  sellers: msg`Sellers`,
  products: msg`Products`,
  viewed: msg`Recently viewed`,
} satisfies Record<SearchGroup['name'], unknown>;

type SuggestionListProps = { box: Combobox; groups: readonly SearchGroup[]; onTake: (option: SearchOption) => void };

export function SuggestionList({ box, groups, onTake }: SuggestionListProps) {
  const { i18n, t } = useLingui();
  let index = -1;
  return (
    <ComboboxList box={box} label={t`Suggestions`} className="mt-2">
      {groups.map(({ name, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
        <div key={name} role="group" aria-label={i18n._(titles[name])} className="pt-2">
          {name !== 'search' && (
            <p aria-hidden="true" className="px-3 py-1 text-13 font-semibold text-muted">
              {i18n._(titles[name])}
            </p>
          )}
          {options.map((option) => {
            index += 1;
            return (
              <ComboboxOption
                key={option.key}
                box={box}
                index={index}
                onTake={() => onTake(option)}
                className="items-center gap-3"
              >
                <Shown option={option} />
              </ComboboxOption>
            );
          })}
        </div>
      ))}
    </ComboboxList>
  );
}

function Shown({ option }: { option: SearchOption }) {
  const view = useCurrencyView();
  switch (option.kind) {
    case 'search':
      return (
        <Row icon="search">
          <Trans>
            Search for <strong className="font-semibold">{option.q}</strong>
          </Trans>
        </Row>
      );
    case 'recent':
      return <Row icon="clock">{option.q}</Row>;
    case 'category':
      return (
        <Row icon="menu" detail={option.category.above}>
          {option.category.value}
        </Row>
      );
    case 'seller':
      return <Row seller={option.seller}>{option.seller.name}</Row>;
    case 'product':
      return (
        <Row picture={option.product.picture} detail={priceAndSeller(option.product, view)}>
          {option.product.name}
        </Row>
      );
  }
}

type SuggestedProduct = Extract<SearchOption, { kind: 'product' }>['product'];

function priceAndSeller({ price, type_id, seller_name }: SuggestedProduct, view: CurrencyView): string {
  if (price === undefined || type_id === undefined) return seller_name;
  return `${tilePriceText({ price, type_id }, view)} · ${seller_name}`;
}

type RowProps = {
  icon?: IconName;
  picture?: PictureData;
  seller?: { name: string; logo: PictureData };
  detail?: string;
  children: ReactNode;
};

function Row({ icon, picture, seller, detail, children }: RowProps) {
  return (
    <>
      <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-control text-muted">
        {icon && <Icon name={icon} className="size-5" />}
        {picture && <Picture picture={picture} alt="" sizes="44px" ratio={1} />}
        {seller && (
          <SellerPicture
            seller={{ name: seller.name, pictures: { logo: seller.logo } }}
            part="logo"
            alt=""
            sizes="44px"
            ratio={1}
          />
        )}
      </span>
      <span className="min-w-0">
        <span className="block truncate text-17">{children}</span>
        {detail && <span className="block truncate text-13 text-muted">{detail}</span>}
      </span>
    </>
  );
}
