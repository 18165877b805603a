import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Logo } from '#web/shared/brand/logo.tsx';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';

const promises: { icon: IconName; title: MessageDescriptor; text: MessageDescriptor }[] = [
  { icon: 'phone', title: msg`No password`, text: msg`A code on your mobile signs you in.` },
  { icon: 'gift', title: msg`Just once`, text: msg`Register once for every seller here.` },
  { icon: 'home', title: msg`No retyping`, text: msg`Your name and address are ready at checkout.` },
];

export function Welcome({ fullname, mobile }: { fullname: string; mobile: string }) {
  return (
    <div className="hidden max-w-md lg:block">
      <div aria-hidden="true">
        <CustomerCard fullname={fullname} mobile={mobile} />
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

function CustomerCard({ fullname, mobile }: { fullname: string; mobile: string }) {
  return (
    <div className="relative flex min-h-56 flex-col overflow-hidden rounded-card bg-accent p-6 text-on-accent shadow-float">
      <Logo className="absolute -right-8 -bottom-10 size-52! rotate-[-12deg] fill-current! opacity-15" />
      <p className="relative font-display text-17 font-bold tracking-tight">{brand.title}</p>
      <dl className="relative mt-auto space-y-2 pt-8">
        <div>
          <dt className="text-13">
            <Trans>Name</Trans>
          </dt>
          <dd className="font-display text-25 leading-tight font-bold wrap-anywhere">
            {fullname.trim() || <Trans>Your name</Trans>}
          </dd>
        </div>
        <div>
          <dt className="text-13">
            <Trans>Mobile</Trans>
          </dt>
          <dd className="text-17 font-semibold tabular">{mobile === '' ? '\u00a0' : showMobile(mobile)}</dd>
        </div>
      </dl>
    </div>
  );
}
