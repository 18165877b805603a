import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { Icon } from '#web/ui/icons.tsx';
import { PageHead } from '../head/page-head.tsx';
import type { loader } from '../root.tsx';

export default function Help() {
  const { t } = useLingui();
  const title = t`Help`;
  return (
    <div className="page page-narrow pb-16">
      <PageHead
        title={`${title} | ${brand.title}`}
        description={t`Answers about gift cards, orders, shipping and returns, and how to contact us.`}
      />
      <h1 className="pt-8 text-32 sm:pt-14">{title}</h1>
      <Topic id="gift-cards" title={t`Gift cards`}>
        <Answer question={t`My gift did not arrive`}>
          <Trans>
            Ask the giver to open the order: it shows whether the text was delivered, and has ‘Send again’ and ‘Correct
            the number’. We don’t text between 8 pm and 6 am, the recipient’s local time.
          </Trans>
        </Answer>
        <Answer question={t`I lost the link to my gift card`}>
          <Trans>
            Sign in with the number it was sent to and open <Place to="/account/giftcards">your gift cards</Place>.
          </Trans>
        </Answer>
        <Answer question={t`Where can I spend it?`}>
          <Trans>
            At the shop named on the card, in store or here online. It also pays for that shop’s shipping, but not for
            another gift card. Anything left stays on the card.
          </Trans>
        </Answer>
        <Answer question={t`Can I change a gift after I paid?`}>
          <Trans>
            Yes, until it goes out: open it in <Place to="/account/orders">your orders</Place> and tap ‘Change’.
          </Trans>
        </Answer>
      </Topic>
      <Topic id="orders" title={t`Orders, shipping and returns`}>
        <Answer question={t`What does shipping cost, and how long does it take?`}>
          <Trans>
            Each seller sets its own price and time. The product page shows the time, and the checkout shows the price
            before you pay.
          </Trans>
        </Answer>
        <Answer question={t`Can I cancel or return something?`}>
          <Trans>
            Ask the seller: your order shows how to reach them. A refund goes back to the card you paid with. Your
            rights under the Australian Consumer Law always apply.
          </Trans>
        </Answer>
        <Answer question={t`Where is my receipt?`}>
          <Trans>
            In <Place to="/account/orders">your orders</Place>: each one can be printed or saved as a PDF.
          </Trans>
        </Answer>
      </Topic>
      <Topic id="account" title={t`Your account`}>
        <Answer question={t`I have a new mobile number`}>
          <Trans>
            Change it in <Place to="/account/personaldetails">your details</Place>. If you no longer have the old
            number, sign in with the new one and choose ‘I’ve changed my number’.
          </Trans>
        </Answer>
      </Topic>
      <Contact />
    </div>
  );
}

function Contact() {
  const { t } = useLingui();
  const settings = useRouteLoaderData<typeof loader>('root')?.settings;
  if (!settings) return null;
  const { operator_name: operator, operator_abn: abn, operator_contact: contact } = settings;
  const shop = brand.title;
  return (
    <Topic id="contact" title={t`Contact us`}>
      <p className="mt-3 flex items-center gap-2.5 text-17 font-semibold wrap-anywhere">
        <Icon name={contact.includes('@') ? 'mail' : 'phone'} className="text-muted" />
        {contact.includes('@') ? (
          <a href={`mailto:${contact}`} className={LINK}>
            {contact}
          </a>
        ) : (
          contact
        )}
      </p>
      <p className="mt-2 text-15 text-muted">
        <Trans>
          {shop} is run by {operator}, ABN {abn}.
        </Trans>
      </p>
    </Topic>
  );
}

const LINK = 'font-semibold text-accent underline underline-offset-4';

function Topic({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-8 scroll-mt-20 border-t border-line pt-6">
      <h2 id={`${id}-title`} className="text-25">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-5 font-sans text-17 font-semibold tracking-normal">{question}</h3>
      <p className="mt-1 text-17 text-muted">{children}</p>
    </>
  );
}

function Place({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={LINK}>
      {children}
    </Link>
  );
}
