import type { SellerContact } from '#contract/catalogue.ts';
import { showMobile, tidyMobile } from '#contract/rules/customer/mobile.ts';
import { isEmail } from '#contract/rules/customer/registration.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { isCleanText } from '#server/platform/kernel/text.ts';

const MAX_LENGTHS = { phone: 20, email: 254, site: 200, address: 200, hours: 200 } as const;

/** Returns null for a field that '' clears. */
export function readContact(
  input: Partial<Record<keyof SellerContact, string>>,
): { contact: Partial<SellerContact> } | { error: string } {
  const contact: Partial<SellerContact> = {};
  for (const part of ['phone', 'email', 'site', 'address', 'hours'] as const) {
    const text = input[part]?.trim();
    if (text === undefined) continue;
    const value = text === '' ? null : readers[part](text);
    if (value === undefined || !isCleanText(text) || (value?.length ?? 0) > MAX_LENGTHS[part])
      return { error: errors[part] };
    contact[part] = value;
  }
  return { contact };
}

type Reader = (text: string) => string | undefined;

const readers: Record<keyof SellerContact, Reader> = {
  phone: readPhone,
  email: (text) => (isEmail(text) && !/[\s<>"'?&%,;]/.test(text) ? text : undefined),
  site: readSite,
  address: onOneLine,
  hours: onOneLine,
};

const DIALLED = /^\+?\d[\d ]{2,19}$/;

function readPhone(text: string): string | undefined {
  const mobile = readMobile(text);
  if (mobile !== null) return showMobile(mobile);
  const dialled = DIALLED.test(text) ? text : tidyMobile(text);
  return DIALLED.test(dialled) ? dialled : undefined;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Accepts only https URLs without credentials, because a page about money links there. */
function readSite(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hostname, href } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.') ? href : undefined;
}

const errors: Record<keyof SellerContact, string> = {
  phone: '--phone takes a number as people dial it, such as "08 5550 1234" or +61855501234.',
  email: '--email takes one e-mail address, such as hello@seller.example.',
  site: '--site takes the address of a website that begins with https://, of 200 characters at most.',
  address: '--address takes a postal address of 200 characters at most.',
  hours: '--hours takes opening hours of 200 characters at most, such as "Mon-Fri 9-5, Sat 10-2".',
};
