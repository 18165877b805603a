import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { type Card, splitCodeIntoGroups } from '#web/shared/gift-cards/card-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { FullScreenCode, type Sign } from './full-screen-code.tsx';

export function CardCode({ card }: { card: Card }) {
  const { t } = useLingui();
  const [shownSign, setShown] = useState<Sign | null>(null);
  const { code, pin, barcode_svg, qr_svg } = card;
  return (
    <div className="border-t border-dashed border-edge p-5 sm:p-7">
      <Labelled label={t`Card code`}>
        <Letters className="[word-spacing:0.2em]">{splitCodeIntoGroups(code).join(' ')}</Letters>
      </Labelled>
      {pin !== null && (
        <Labelled label={t`PIN`} className="mt-4">
          <Letters className="tracking-[0.2em]">{pin}</Letters>
        </Labelled>
      )}
      <Button wide aria-haspopup="dialog" className="mt-5" onClick={() => setShown('barcode')}>
        <Icon name="enlarge" className="size-5" />
        <Trans>Use it now</Trans>
      </Button>
      <CopyButton text={code} label={t`Copy the code`} wide className="mt-3" />
      {/* Scanners need dark on white, whatever the theme. */}
      <div className="on-paper mt-5 rounded-control border border-line bg-[white] text-ink sm:grid sm:grid-cols-[minmax(0,1fr)_auto]">
        <Scanned name={t`Barcode`} label={t`Show the barcode full screen`} onShow={() => setShown('barcode')}>
          <img
            src={toSvgDataUrl(barcode_svg)}
            alt={t`Barcode of the card code ${code}`}
            className="h-24 w-full grow object-fill"
          />
        </Scanned>
        <Scanned
          name={t`QR code`}
          label={t`Show the QR code full screen`}
          onShow={() => setShown('qr')}
          className="border-t border-line sm:border-t-0 sm:border-l"
        >
          <img src={toSvgDataUrl(qr_svg)} alt={t`QR code of the card code ${code}`} className="mx-auto size-48" />
        </Scanned>
      </div>
      <p className="mt-2 text-13 text-muted">
        <Trans>Tap one to show it large at the till.</Trans>
      </p>
      {shownSign && <FullScreenCode card={card} sign={shownSign} onSign={setShown} onClose={() => setShown(null)} />}
    </div>
  );
}

const toSvgDataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

type ScannedProps = { name: string; label: string; onShow: () => void; className?: string; children: ReactNode };

function Scanned({ name, label, onShow, className, children }: ScannedProps) {
  return (
    <div className={classes('relative flex flex-col p-3', className)}>
      {children}
      <p aria-hidden="true" className="mt-2 flex items-center justify-center gap-1.5 text-13 font-semibold text-muted">
        <Icon name="enlarge" className="size-4" />
        {name}
      </p>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={onShow}
        className="absolute inset-0 rounded-control"
      />
    </div>
  );
}

function Letters({ className, children }: { className: string; children: string }) {
  return (
    <p className={`mt-1 text-[clamp(1rem,5.1vw,1.75rem)] leading-[1.3] font-semibold tabular select-all ${className}`}>
      {children}
    </p>
  );
}

function Labelled({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <p className="text-13 font-semibold text-muted">{label}</p>
      {children}
    </div>
  );
}
