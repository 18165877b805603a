import { Trans, useLingui } from '@lingui/react/macro';
import { localizeOptionTitle, priceText } from '#contract/rules/money/money.ts';
import { localizeOptionLabel } from '#web/shared/languages/option-label.ts';
import { Stepper } from '#web/ui/form/stepper.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { useLineQuantity } from '../../cart/use-cart.ts';
import { useCurrencyView } from '../../session/session.ts';
import { RowActions } from './row-actions.tsx';
import type { LineRow } from './summary.ts';

export function LineRowView({ line, busy, onRemove }: { line: LineRow; busy: boolean; onRemove: () => void }) {
  const { i18n, t } = useLingui();
  const { product } = line.shown;
  const { name, qty: left } = product;
  const [qty, setQty] = useLineQuantity(line.shown);
  const price = priceText(line.price * qty, useCurrencyView());
  return (
    <li className="py-4">
      <div className="flex flex-wrap gap-3">
        <span className="block w-20 shrink-0 self-start overflow-hidden rounded-control bg-sunken">
          <Picture picture={product.picture} alt="" sizes="80px" ratio={1} />
        </span>
        <div className="min-w-0 grow basis-[10rem] text-15">
          <h3 className="font-sans text-17 leading-snug font-semibold tracking-normal text-pretty wrap-anywhere">
            {line.name}
          </h3>
          <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
            {product.options.map(({ attribute_code, super_attribute_label, option_title }) => (
              <Pair
                key={attribute_code}
                term={localizeOptionLabel(i18n, super_attribute_label)}
                value={localizeOptionTitle(option_title, i18n.locale)}
              />
            ))}
          </dl>
          {product.short_desc && <p className="mt-1 line-clamp-2 text-13 text-muted">{product.short_desc}</p>}
          <div className="mt-2">
            <Stepper
              label={t`Quantity of ${name}`}
              value={qty}
              max={Math.max(left, qty)}
              onValue={setQty}
              busy={busy}
            />
          </div>
          {left < qty && (
            <p className="mt-1 font-medium text-warn">
              <Trans>Only {left} left</Trans>
            </p>
          )}
        </div>
      </div>
      <RowActions
        name={line.name}
        price={price}
        change={`/updateproduct/${line.item_id}`}
        busy={busy}
        onRemove={onRemove}
      />
    </li>
  );
}

function Pair({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{term}</dt>
      <dd className="font-semibold tabular">{value}</dd>
    </div>
  );
}
