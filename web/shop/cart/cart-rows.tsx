import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CartProduct } from '#contract/cart/cart.ts';
import { isComplete } from '#contract/rules/gift-card/completeness.ts';
import { localizeOptionTitle, priceText, toDollars } from '#contract/rules/money/money.ts';
import { shorten } from '#contract/rules/short-text.ts';
import { tileHeight } from '#web/shared/brand/brand.ts';
import { Stepper } from '#web/ui/form/stepper.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { WrappedGift } from '../gift-picture/wrapped-gift.tsx';
import { useCurrencyView } from '../session/session.ts';
import type { LocalGiftCard } from '../state/gift-cards.ts';
import { totalCents } from './total-cents.ts';
import { useLineQuantity } from './use-cart.ts';

type RowProps = {
  name: string;
  price: string;
  picture: ReactNode;
  changeTo: string;
  onRemove: () => void;
  children?: ReactNode;
  stepper?: ReactNode;
};

const action = 'inline-flex min-h-12 items-center rounded-control px-2 text-15 font-semibold hover:bg-sunken';

function Row({ name, price, picture, changeTo, onRemove, children, stepper }: RowProps) {
  const { t } = useLingui();
  return (
    <li className="flex gap-[min(1rem,4vw)] py-4 first:pt-0">
      <span className="block w-[min(6rem,34vw-2.25rem)] shrink-0 self-start overflow-hidden rounded-control bg-sunken">
        {picture}
      </span>
      <div className="min-w-0 grow">
        <h3 className="line-clamp-2 font-sans text-17 font-semibold">{name}</h3>
        <Price text={price} size="small" className="mt-0.5 block" />
        <div className="mt-0.5 text-15 text-muted">{children}</div>
        {stepper && <div className="mt-2">{stepper}</div>}
        <div className="-mb-3 -ml-2 flex flex-wrap items-center">
          <Link to={changeTo} aria-label={t`Change ${name}`} className={`${action} text-accent`}>
            <Trans>Change</Trans>
          </Link>
          <button type="button" aria-label={t`Remove ${name}`} onClick={onRemove} className={`${action} text-muted`}>
            <Trans>Remove</Trans>
          </button>
        </div>
      </div>
    </li>
  );
}

type GiftCardRowProps = { id: string; card: LocalGiftCard; withWords: boolean; onRemove: () => void };

export function GiftCardRow({ id, card, withWords, onRemove }: GiftCardRowProps) {
  const { t } = useLingui();
  const price = priceText(toDollars(totalCents([card])), useCurrencyView());
  const others = card.qty - 1;
  const named = `${card.recipient_firstname} ${card.recipient_lastname}`.trim();
  return (
    <Row
      name={card.name}
      price={price}
      picture={
        <WrappedGift card={card} sizes="96px" withWords={withWords}>
          {card.picture && <Picture picture={card.picture} alt="" sizes="96px" ratio={tileHeight(true)} />}
        </WrappedGift>
      }
      changeTo={`/giftcard/add/${id}`}
      onRemove={onRemove}
    >
      {named ? (
        <p className="truncate">
          {others > 0
            ? t({ message: plural(others, { one: `For ${named} and # more`, other: `For ${named} and # more` }) })
            : t`For ${named}`}
        </p>
      ) : (
        card.short_desc && <p className="truncate">{shorten(card.short_desc)}</p>
      )}
      {!isComplete(card) && (
        <p className="flex gap-1.5 font-medium text-warn">
          <Icon name="alert" className="mt-0.5 size-4" />
          <Trans>Not finished yet</Trans>
        </p>
      )}
    </Row>
  );
}

export function LineRow({ line, onRemove }: { line: CartProduct; onRemove: (shown: CartProduct) => void }) {
  const { product } = line;
  const { name, qty: left } = product;
  const { i18n, t } = useLingui();
  const [qty, setQty] = useLineQuantity(line);
  const price = priceText(product.price * qty, useCurrencyView());
  const options = product.options.map(({ option_title }) => localizeOptionTitle(option_title, i18n.locale)).join(', ');
  return (
    <Row
      name={product.name}
      price={price}
      picture={product.picture && <Picture picture={product.picture} alt="" sizes="96px" ratio={1} />}
      changeTo={`/updateproduct/${line.item_id}`}
      // Passes the quantity on screen, because the server may not have it yet.
      onRemove={() => onRemove({ ...line, qty })}
      stepper={<Stepper label={t`Quantity of ${name}`} value={qty} max={Math.max(product.qty, qty)} onValue={setQty} />}
    >
      {options && <p className="truncate">{options}</p>}
      {!options && product.short_desc && <p className="truncate">{shorten(product.short_desc)}</p>}
      {product.qty < qty && (
        <p className="font-medium text-warn">
          <Trans>Only {left} left</Trans>
        </p>
      )}
    </Row>
  );
}
