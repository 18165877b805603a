import { Trans, useLingui } from '@lingui/react/macro';
import type { PrintedCard } from '#contract/gift-cards.ts';
import { formatCardDate, formatDollarAmount, splitCodeIntoGroups } from '#web/shared/gift-cards/card-facts.ts';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { classes } from '#web/ui/classes.ts';
import { CardPicture } from '../../card/card-picture.tsx';

const SIZES = '1280px';

const LONG = 100;

/**
 * Prints front and back side by side, with the front to the right of the fold, or stacked on narrow paper
 * (print-card.css). Sizes are relative to the paper.
 */
export function CardOnPaper({ card }: { card: PrintedCard }) {
  const { t } = useLingui();
  const { words_svg: svg } = card;
  const drawing = svg === null ? undefined : `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return (
    <div className="paper on-paper">
      <section aria-label={t`Front of the card`} className="paper-side paper-front">
        <div className="paper-picture">
          <CardPicture card={card} drawing={drawing} sizes={SIZES} />
        </div>
      </section>
      <section aria-label={t`Back of the card`} className="paper-side paper-back">
        <Seller card={card} />
        <div>
          <Value card={card} />
          <Words card={card} />
        </div>
        <Code card={card} />
        <Foot card={card} />
      </section>
    </div>
  );
}

function Seller({ card: { seller, product_name } }: { card: PrintedCard }) {
  return (
    <div className="flex items-center gap-[0.7em]">
      <span className="block w-[min(2.6em,12vw)] shrink-0 overflow-hidden rounded-full">
        <SellerPicture seller={seller} part="logo" alt="" sizes="160px" ratio={1} first />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 font-display text-[min(1.15em,6.5vw)] leading-tight font-bold">
          {seller.name}
        </span>
        <span className="line-clamp-2 text-[0.85em] leading-tight text-muted">{product_name}</span>
      </span>
    </div>
  );
}

function Value({ card: { value, balance } }: { card: PrintedCard }) {
  const { i18n, t } = useLingui();
  const soldFor = formatDollarAmount(value, i18n.locale);
  return (
    <p className="flex flex-wrap items-baseline gap-x-[0.4em]">
      <span className="font-display text-[min(2.4em,13vw)] leading-tight font-bold tabular">
        {formatDollarAmount(balance, i18n.locale)}
      </span>
      <span className="text-muted">{balance < value ? t`AUD left of ${soldFor}` : t`AUD to spend`}</span>
    </p>
  );
}

/** Joins the text into one paragraph, because paper has no room for line breaks. */
function Words({ card: { text_content, purchaser_firstname } }: { card: PrintedCard }) {
  const text = text_content.trim();
  if (text === '') return null;
  return (
    <blockquote className={classes('mt-[0.2em] leading-snug wrap-anywhere', text.length > LONG && 'text-[0.85em]')}>
      {text} <span className="text-muted">{`– ${purchaser_firstname}`}</span>
    </blockquote>
  );
}

function Code({ card: { code, pin, barcode_svg } }: { card: PrintedCard }) {
  const { t } = useLingui();
  return (
    <div>
      <div className="flex flex-wrap justify-between gap-x-[1.5em]">
        <Fact name={t`Card code`} value={splitCodeIntoGroups(code).join(' ')} />
        {pin !== null && <Fact name={t`PIN`} value={pin} />}
      </div>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(barcode_svg)}`}
        alt={t`Barcode of the card code ${code}`}
        className="paper-barcode"
      />
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <p className="text-[0.8em] text-muted">{name}</p>
      <p className="text-[1.3em] leading-tight font-semibold tabular select-all print:whitespace-nowrap">{value}</p>
    </div>
  );
}

function Foot({ card: { expires_on, pin, seller } }: { card: PrintedCard }) {
  const { i18n, t } = useLingui();
  const day = expires_on === null ? '' : formatCardDate(expires_on, i18n.locale);
  const { phone, email, site, address, hours } = seller.contact;
  const contact = [phone, email, site?.replace(/^https:\/\//, '').replace(/\/$/, ''), address, hours].filter(Boolean);
  return (
    <div className="leading-snug">
      <p className={expires_on === null ? 'font-semibold' : undefined}>
        {expires_on === null ? (
          t`Never expires`
        ) : (
          <Trans>
            Use it by <strong className="font-semibold print:whitespace-nowrap">{day}</strong>
          </Trans>
        )}
      </p>
      <p className="mt-[0.2em] text-[0.85em]">
        {pin === null
          ? t`When you pay, show the barcode, or give the code.`
          : t`When you pay, show the barcode, or give the code and PIN.`}{' '}
        <Trans>Anything left stays on the card.</Trans>
      </p>
      {contact.length > 0 && (
        <p className="mt-[0.4em] line-clamp-3 text-[0.8em] text-muted wrap-anywhere">{contact.join(' · ')}</p>
      )}
    </div>
  );
}
