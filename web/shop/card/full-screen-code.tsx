import { Trans, useLingui } from '@lingui/react/macro';
import { priceText } from '#contract/rules/money/money.ts';
import { type Card, splitCodeIntoGroups } from '#web/shared/gift-cards/card-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { useAudView } from '../session/session.ts';

export type Sign = 'barcode' | 'qr';

type FullScreenCodeProps = { card: Card; sign: Sign; onSign: (sign: Sign) => void; onClose: () => void };

export function FullScreenCode({ card, sign, onSign, onClose }: FullScreenCodeProps) {
  const { t } = useLingui();
  const { code, pin, seller } = card;
  const balance = priceText(card.balance, useAudView());
  const isQr = sign === 'qr';
  const svg = isQr ? card.qr_svg : card.barcode_svg;
  return (
    <Sheet from="whole" onClose={onClose} className="flex min-h-dvh flex-col items-center gap-4 text-center">
      <SheetTitle className="w-full px-[40px] text-20!">{seller.name}</SheetTitle>
      <p className="text-20 font-semibold tabular">
        <Trans>Balance {balance}</Trans>
      </p>
      <p className="flex items-center justify-center gap-2 text-15 font-semibold">
        <Icon name="bright" className="size-5" />
        <Trans>Turn up your brightness</Trans>
      </p>
      <div className="grid w-full grow place-items-center">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={isQr ? t`QR code of the card code ${code}` : t`Barcode of the card code ${code}`}
          className={isQr ? 'size-[min(88vw,56dvh)]' : 'h-[min(16rem,40dvh)] w-full max-w-3xl object-fill'}
        />
      </div>
      <p className="text-[clamp(1rem,5.6vw,2rem)] leading-tight font-semibold tabular">
        {splitCodeIntoGroups(code).join(' ')}
      </p>
      {pin !== null && (
        <p className="text-20 font-semibold tabular">
          <Trans>PIN {pin}</Trans>
        </p>
      )}
      <Button variant="plain" onClick={() => onSign(isQr ? 'barcode' : 'qr')}>
        {isQr ? t`Show the barcode instead` : t`Show the QR code instead`}
      </Button>
    </Sheet>
  );
}
