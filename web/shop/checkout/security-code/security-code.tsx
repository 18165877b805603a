import type { ShopSettings } from '#contract/shop.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type LazyPart, lazyComponent } from '../../popups/lazy-component.tsx';
import type { SecurityCodeProps } from './code-field.tsx';

const waiting = <Skeleton className="h-12 w-full" />;

/** The browser sends security codes only to the payment provider. */
const securityCodes: Record<ShopSettings['payments'], LazyPart<SecurityCodeProps>> = {
  sandbox: lazyComponent(() => import('./sandbox-code.tsx').then((file) => file.SandboxCode), { waiting }),
  stripe: lazyComponent(() => import('./stripe-code.tsx').then((file) => file.StripeCode), { waiting }),
};

export function SecurityCode({ busy, ...props }: SecurityCodeProps & { busy: boolean }) {
  const Code = securityCodes[props.settings.payments];
  return (
    <fieldset disabled={busy} className="mt-3 min-w-0 animate-appear">
      <Code {...props} />
    </fieldset>
  );
}
