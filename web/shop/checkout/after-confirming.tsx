import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';

type Step = { icon: IconName; text: MessageDescriptor };

const paid: Step = {
  icon: 'card',
  text: msg`Your card is charged once you confirm. If we check the order first, it’s charged after that.`,
};
const covered: Step = {
  icon: 'gift',
  text: msg`You confirm, and your gift cards pay. No payment card is charged.`,
};
const giftCards: Step[] = [
  {
    icon: 'phone',
    text: msg`Each gift goes out at the time you chose: a picture message, then a text with the link.`,
  },
  { icon: 'check', text: msg`Your order shows when it arrived. You can correct a wrong number there.` },
];
const goods: Step[] = [
  { icon: 'truck', text: msg`Your products are packed and go to the address you picked.` },
  { icon: 'box', text: msg`You’ll find your order and everything it cost in your account.` },
];

export function AfterConfirming({ hasGiftCards, byGiftCard }: { hasGiftCards: boolean; byGiftCard: boolean }) {
  const title = useId();
  return (
    <section aria-labelledby={title} className="max-md:hidden">
      <h2 id={title} className="text-20">
        <Trans>What happens next</Trans>
      </h2>
      <ol className="mt-4 grid gap-x-6 gap-y-4 lg:grid-cols-3">
        {[byGiftCard ? covered : paid, ...(hasGiftCards ? giftCards : goods)].map(({ icon, text }) => (
          <li key={icon} className="flex gap-3 text-15 text-muted lg:flex-col">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
              <Icon name={icon} className="size-5" />
            </span>
            <span className="max-lg:self-center">
              <Translated message={text} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
