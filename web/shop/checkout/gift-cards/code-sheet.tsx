import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { canScanHere } from './scan-here.ts';
import { useCode } from './use-code.ts';

const Camera = lazy(() => import('#web/shared/scan/camera.tsx').then((file) => ({ default: file.Camera })));

const VIEW = 'h-[min(16rem,36dvh)]';

/** `code` and `seller`: those of a gift card that the customer brought from its card page. */
type CodeSheetProps = { scanning: boolean; code?: string; seller?: string; onClose: () => void };

/** Asks for the code of a gift card that was not sent to the customer's number. */
export function CodeSheet({ scanning: startsScanning, code: initial, seller, onClose }: CodeSheetProps) {
  const { t } = useLingui();
  const [scanning, setScanning] = useState(startsScanning);
  const form = useRef<HTMLFormElement>(null);
  const { code, pin, hasPin, busy, wrong, typeCode, typePin, askPin, submit, scanned } = useCode(onClose, initial);
  useEffect(() => {
    if (wrong) focusFirstError(form.current);
  }, [wrong]);
  function openPin() {
    askPin();
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[name=pin]')?.focus());
  }
  return (
    <>
      <SheetTitle>
        <Trans>Use a gift card</Trans>
      </SheetTitle>
      <p className="mt-1 text-15 text-muted">
        {seller ? (
          <Trans>Use it on anything from {seller}, shipping included.</Trans>
        ) : (
          <Trans>Use it on anything from the seller named on the card, shipping included.</Trans>
        )}
      </p>
      {scanning ? (
        <Suspense fallback={<Skeleton className={`mt-4 w-full rounded-card ${VIEW}`} />}>
          <Camera
            asked
            className={`mt-4 ${VIEW}`}
            onScan={(text) => {
              setScanning(false);
              scanned(text);
            }}
          />
        </Suspense>
      ) : (
        <Button
          variant="plain"
          wide
          className="mt-4"
          onClick={() => {
            if (canScanHere()) setScanning(true);
          }}
        >
          <Barcode />
          <Trans>Scan with the camera</Trans>
        </Button>
      )}
      <form ref={form} onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <TextField
          label={t`Card code`}
          name="gift-card-code"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint={hasPin ? 'next' : 'go'}
          maxLength={60}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          error={wrong?.field === 'code' ? wrong.text : undefined}
          value={code}
          onValue={typeCode}
          {...(startsScanning ? {} : { 'data-autofocus': true, autoFocus: true })}
        />
        {hasPin ? (
          <TextField
            label={t`PIN`}
            name="pin"
            autoComplete="off"
            inputMode="numeric"
            enterKeyHint="go"
            maxLength={12}
            error={wrong?.field === 'pin' ? wrong.text : undefined}
            value={pin}
            onValue={typePin}
          />
        ) : (
          <Button variant="quiet" className="-my-2 -ml-3 justify-self-start px-3! text-15!" onClick={openPin}>
            <Trans>My card has a PIN</Trans>
          </Button>
        )}
        <Button type="submit" wide busy={busy}>
          <Trans>Use this gift card</Trans>
        </Button>
      </form>
    </>
  );
}

function Barcode() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      className="size-6"
    >
      <path d="M3 8V5h3M18 5h3v3M21 16v3h-3M6 19H3v-3" strokeWidth="1.8" strokeLinejoin="round" />
      <path d="M7.5 9v6M11 9v6M13.500 9v6M16.500 9v6" strokeWidth="1.8" />
    </svg>
  );
}
