import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { brand } from '#web/shared/brand/brand.ts';
import { Translated } from '#web/shared/languages/translated.tsx';
import { LinkButton } from '#web/ui/button.tsx';

export function Ways({ productId, children }: { productId?: number | undefined; children: ReactNode }) {
  return (
    <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row sm:flex-wrap sm:justify-center">
      {children}
      {productId !== undefined && (
        <LinkButton to={`/product/${productId}`} variant="plain">
          <Trans>Send Another</Trans>
        </LinkButton>
      )}
      <LinkButton to="/browse" variant={productId === undefined ? 'plain' : 'quiet'}>
        <Translated message={brand.browseTitle} />
      </LinkButton>
    </div>
  );
}
