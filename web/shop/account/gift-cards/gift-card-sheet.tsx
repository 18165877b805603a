import { Trans, useLingui } from '@lingui/react/macro';
import type { OwnCard } from '#contract/cart/gift-card-tender.ts';
import { formatCardDate, useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { Button, buttonClasses, LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { CardHistory } from '../../card/card-history.tsx';
import { ownGiftCardsQuery } from '../../queries/own-gift-cards.ts';
import { queryClient } from '../../queries/query-client.ts';
import { ContactList } from '../../seller/contact-list.tsx';
import { useSession } from '../../session/session.ts';
import { promptForCode } from '../../state/popups.ts';
import { sellerPath } from '../../state/sellers.ts';
import { Wrapping } from './gift-card-tile.tsx';
import { describeUnusableCard, isUsable } from './gift-card-words.ts';

export function GiftCardSheet({ card, onClose }: { card: OwnCard; onClose: () => void }) {
  return (
    <Sheet onClose={onClose} broad>
      <SheetTitle>{card.product_name}</SheetTitle>
      <div className="mt-4 grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <Wrapping
            card={card}
            sizes="(min-width: 1024px) 384px, 92vw"
            className={`rounded-card shadow-float ${isUsable(card) ? '' : 'grayscale opacity-70'}`}
          />
          <Said card={card} />
          <Balance card={card} />
        </div>
        <div className="min-w-0 space-y-6">
          <WhereToSpend card={card} />
          <CardHistory card={{ ...card, purchaser_firstname: card.from }} />
        </div>
      </div>
    </Sheet>
  );
}

function Said({ card: { from, message } }: { card: OwnCard }) {
  if (message.trim() === '' && from === '') return null;
  return (
    <figure className="mt-4">
      {message.trim() !== '' && (
        <blockquote className="rounded-[1.25rem] rounded-tl-[0.375rem] border border-line bg-sunken px-4 py-3 text-17 whitespace-pre-line wrap-anywhere">
          {message.trim()}
        </blockquote>
      )}
      {from !== '' && (
        <figcaption className="mt-1.5 pl-4 text-15 text-muted wrap-anywhere">
          <Trans>From {from}</Trans>
        </figcaption>
      )}
    </figure>
  );
}

function Balance({ card }: { card: OwnCard }) {
  const { i18n } = useLingui();
  const dollars = useDollars();
  const endText = describeUnusableCard(i18n, card);
  const day = card.expires_on && formatCardDate(card.expires_on, i18n.locale);
  const [balance, value, last4] = [dollars(card.balance), dollars(card.value), card.last4];
  return (
    <div className="mt-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-[min(3rem,14vw)] leading-none font-bold tabular">{balance}</span>
        <span className="text-15 text-muted">
          {card.state === 'frozen' ? (
            <Trans>AUD on the card</Trans>
          ) : card.balance < card.value ? (
            <Trans>AUD left of {value}</Trans>
          ) : (
            <Trans>AUD to spend</Trans>
          )}
        </span>
      </p>
      {endText ? (
        <Notice tone="warn" className="mt-3 bg-sunken">
          {endText.long}
        </Notice>
      ) : (
        <p className="mt-3 flex items-center gap-3 rounded-control bg-accent-soft px-4 py-3 text-17">
          <Icon name="calendar" className="text-accent" />
          {day ? <Trans>Use it by {day}</Trans> : <Trans>It does not expire.</Trans>}
        </p>
      )}
      <p className="mt-2 text-13 text-muted">
        <Trans>Gift card ending {last4}</Trans>
      </p>
    </div>
  );
}

/** Links to the card page, which is outside the app. The phone stores it for tills without signal. */
function Barcode({ card }: { card: OwnCard }) {
  const words = <Trans>Show the barcode at the counter</Trans>;
  return card.page === '' ? (
    <Button variant="plain" wide onClick={() => void openWithCode(card)}>
      {words}
    </Button>
  ) : (
    <a href={card.page} className={buttonClasses({ variant: 'plain', wide: true }, 'text-center')}>
      {words}
    </a>
  );
}

/** A session opened by a link gets the barcode page's path only after confirming a code. */
async function openWithCode({ public_id }: OwnCard): Promise<void> {
  if (!(await promptForCode(useSession.getState().mobile, 'card'))) return;
  // Ignores the error, because the query's popup has already reported it.
  const cards = await queryClient()
    .fetchQuery({ ...ownGiftCardsQuery, staleTime: 0 })
    .catch(() => []);
  const page = cards.find((card) => card.public_id === public_id)?.page;
  if (page) globalThis.location.assign(page);
}

function WhereToSpend({ card }: { card: OwnCard }) {
  const { i18n } = useLingui();
  const { name, contact } = card.seller;
  const live = describeUnusableCard(i18n, card) === null;
  return (
    <section aria-labelledby="spend-title">
      <h3 id="spend-title" className="text-20">
        {live ? <Trans>Where to spend it</Trans> : <Trans>Questions? Ask {name}</Trans>}
      </h3>
      {live && (
        <div className="mt-3 grid gap-3">
          <LinkButton to={sellerPath(card.seller)} className="text-center" wide>
            <Trans>Shop at {name}</Trans>
          </LinkButton>
          <Barcode card={card} />
          <p className="text-15 text-muted">
            <Trans>It appears at checkout, ready to use with one tap.</Trans>
          </p>
        </div>
      )}
      <ContactList contact={contact} className="mt-2" />
    </section>
  );
}
