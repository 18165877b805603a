import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { useCartCount } from '../cart/use-cart-count.ts';
import { isSignedIn } from '../session/session.ts';
import { openPopup } from '../state/popups.ts';

export function CartButton() {
  const count = useCartCount();
  const { i18n, t } = useLingui();
  const label = t({ message: plural(count, { one: 'Cart, # item', other: 'Cart, # items' }) });
  const news = t({ message: plural(count, { one: '# item in your cart', other: '# items in your cart' }) });
  function open() {
    if (isSignedIn()) openPopup({ kind: 'cart' });
    else openPopup({ kind: 'sign-in', next: () => openPopup({ kind: 'cart' }) });
  }
  return (
    <>
      <IconButton
        label={count === 0 ? t`Cart` : label}
        aria-haspopup="dialog"
        onClick={open}
        className="relative -mr-[8px]"
      >
        <Icon name="cart" />
        {count > 0 && (
          <span
            key={count}
            data-cart-count
            className="absolute top-0.5 right-1 min-w-[1.54em] animate-bump rounded-full bg-accent px-[0.46em] text-center text-[min(0.8125rem,4vw)] leading-[1.54] font-bold tabular text-on-accent"
          >
            {count.toLocaleString(i18n.locale)}
          </span>
        )}
      </IconButton>
      <LiveRegion>{count > 0 ? news : ''}</LiveRegion>
    </>
  );
}
