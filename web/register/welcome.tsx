import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { CustomerCard } from '../account/page/customer-card.tsx';
import { Translated } from '../languages/translated.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';

const promises: { icon: IconName; title: MessageDescriptor; text: MessageDescriptor }[] = [
  { icon: 'phone', title: msg`No password`, text: msg`A code on your mobile signs you in.` },
  { icon: 'gift', title: msg`Just once`, text: msg`Register once for every seller here.` },
  { icon: 'home', title: msg`No retyping`, text: msg`Your name and address are ready at checkout.` },
];

/**
 * Beside the form where there is room: the customer card as it comes to be while typing, and what registering is good
 * for.
 */
export function Welcome({ fullname, mobile }: { fullname: string; mobile: string }) {
  return (
    <div className="hidden max-w-md lg:block">
      <div aria-hidden="true">
        <CustomerCard name={fullname.trim() || <Trans>Your name</Trans>} label={<Trans>Mobile</Trans>}>
          {/* The line is there before the number is. */}
          {mobile === '' ? '\u00a0' : showMobile(mobile)}
        </CustomerCard>
      </div>
      <ul className="mt-8 space-y-5">
        {promises.map(({ icon, title, text }) => (
          <li key={icon} className="flex items-center gap-4">
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
              <Icon name={icon} />
            </span>
            <span>
              <span className="block font-display text-17 font-bold">
                <Translated message={title} />
              </span>
              <span className="block text-15 text-muted">
                <Translated message={text} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
