import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Seller } from '#contract/catalogue.ts';
import { classes } from '../ui/classes.ts';
import { Icon, type IconName } from '../ui/icons.tsx';

type Contact = Seller['contact'];

/** A seller has given a way to reach it. */
const hasContact = (contact: Contact): boolean => Object.values(contact).some((part) => part !== null);

/**
 * Where a seller is reached; nothing where it has given nothing. The server takes no other site than an https one, and
 * no signs in an e-mail address that a link would read as something else; the page looks again.
 */
export function ContactList({ contact, className }: { contact: Contact; className?: string }) {
  const { t } = useLingui();
  const { phone, email, site, address } = contact;
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
        <Row icon="forward" label={t`Website`}>
          <ContactLink href={site}>{site.slice('https://'.length).replace(/\/$/, '')}</ContactLink>
        </Row>
      )}
      {address && (
        <Row icon="home" label={t`Postal address`}>
          <span className="inline-flex min-h-12 items-center">{address}</span>
        </Row>
      )}
    </ul>
  );
}

/** The same under a heading that says whom it reaches. */
export function SellerContact({ name, contact, boxed = false }: { name: string; contact: Contact; boxed?: boolean }) {
  if (!hasContact(contact)) return null;
  return (
    <div className={boxed ? 'rounded-card border border-line bg-surface p-5' : undefined}>
      <h2 className="font-sans text-15 font-semibold">
        <Trans>Questions? Ask {name}</Trans>
      </h2>
      <ContactList contact={contact} className="mt-1" />
    </div>
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

/** Says nothing of the page it leaves: on a recipient's page the address opens the card. */
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
