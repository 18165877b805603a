import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Seller } from '#contract/catalogue.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon, type IconName } from '#web/ui/icons.tsx';

type Contact = Seller['contact'];

const hasContact = (contact: Contact): boolean => Object.values(contact).some((part) => part !== null);

/** The server accepts only https sites and safe email addresses, and this component checks again. */
export function ContactList({ contact, className }: { contact: Contact; className?: string }) {
  const { t } = useLingui();
  const { phone, email, site, address, hours } = contact;
  if (!hasContact(contact)) return null;
  return (
    <ul className={classes('text-15 wrap-anywhere', className)}>
      {phone && (
        <Row icon="phone" label={t`Phone`}>
          <ContactLink href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</ContactLink>
        </Row>
      )}
      {email && (
        <Row icon="mail" label={t`Email`}>
          <ContactLink href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</ContactLink>
        </Row>
      )}
      {site?.startsWith('https://') && (
        <Row icon="globe" label={t`Website`}>
          <ContactLink href={site}>{site.slice('https://'.length).replace(/\/$/, '')}</ContactLink>
        </Row>
      )}
      {address && (
        <Row icon="home" label={t`Address`}>
          <ContactLink href={mapAddress(address)}>{address}</ContactLink>
        </Row>
      )}
      {hours && (
        <Row icon="clock" label={t`Opening hours`}>
          <span className="inline-flex min-h-12 items-center">{hours}</span>
        </Row>
      )}
    </ul>
  );
}

/** Returns a URL that opens the phone's map app, or Google Maps if there is none. */
const mapAddress = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

export function SellerContact({ name, contact, open = false }: { name: string; contact: Contact; open?: boolean }) {
  if (!hasContact(contact)) return null;
  return (
    <details open={open} className="group/fold rounded-card border border-line bg-surface">
      <summary className="flex min-h-14 list-none items-center justify-between gap-3 rounded-card px-4 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <h2 className="font-sans text-15 font-semibold tracking-normal">
          <Trans>Questions? Ask {name}</Trans>
        </h2>
        <Icon
          name="down"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open/fold:rotate-180"
        />
      </summary>
      <ContactList contact={contact} className="px-4 pb-2" />
    </details>
  );
}

function Row({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2.5">
      <Icon name={icon} className="size-5 shrink-0 text-muted" />
      <span className="sr-only">{`${label}: `}</span>
      {children}
    </li>
  );
}

/** Sends no referrer, because the URL of a recipient's page is enough to open the gift card. */
function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      rel="noreferrer"
      referrerPolicy="no-referrer"
      className="inline-flex min-h-12 min-w-12 items-center font-semibold text-accent underline-offset-4 hover:underline"
    >
      {children}
    </a>
  );
}
