import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isApiError, isOffline } from '#web/shared/api/api-error.ts';
import { Camera } from '#web/shared/scan/camera.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useMessage } from './messages.ts';
import type { Sale } from './use-sale.ts';

type ReadySale = Extract<Sale, { step: 'ready' | 'checking' }>;
type ReadyProps = {
  sale: ReadySale;
  offline: boolean;
  justScanned: string;
  onShow: (code: string, pin: string) => void;
};

export function Ready({ sale, offline, justScanned, onShow }: ReadyProps) {
  const { t } = useLingui();
  const error = useReadyError(sale);
  const checking = sale.step === 'checking';
  return (
    <div className="page flex grow flex-col gap-4 py-4 md:grid md:my-auto md:max-w-[68rem] md:grow-0 md:grid-cols-2 md:items-stretch md:gap-8 md:py-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
      <h1 className="sr-only">{t`Take a gift card`}</h1>
      <Camera
        onScan={(text) => {
          if (!offline && !checking) onShow(text, '');
          return !offline;
        }}
        justScanned={justScanned}
        className="min-h-[11rem] grow basis-0 max-md:max-h-[30rem] md:min-h-[24rem]"
      />
      <div className="flex flex-col justify-center gap-4">
        <div aria-hidden="true" className="hidden md:block">
          <p className="font-display text-32 font-bold">
            <Trans>Scan a gift card</Trans>
          </p>
          <p className="mt-2 text-muted">
            <Trans>With the camera or a scanner, or type its code.</Trans>
          </p>
        </div>
        {error && <Notice tone="bad">{error}</Notice>}
        <CodeForm sale={sale} disabled={offline} onShow={onShow} />
      </div>
    </div>
  );
}

function useReadyError(sale: ReadySale): string | null {
  const { t } = useLingui();
  const message = useMessage();
  if (sale.step === 'checking') return null;
  if (sale.notACard) return t`We can’t find that card. Check the code and try again.`;
  // No error here, because the till shows at the top that it is offline.
  return sale.error === undefined || isOffline(sale.error) ? null : message(sale.error);
}

type CodeFormProps = { sale: ReadySale; disabled: boolean; onShow: (code: string, pin: string) => void };

function CodeForm({ sale, disabled, onShow }: CodeFormProps) {
  const { t } = useLingui();
  const typed = sale.step === 'ready' ? sale.typed : undefined;
  const [code, setCode] = useState('');
  const [pin, setPin] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const wrong = sale.step === 'ready' && isApiError(sale.error) && sale.error.code === 'gift_card_invalid';

  // Keeps input that was rejected. A scanned card that needs a PIN also appears here.
  useEffect(() => {
    if (!typed) return;
    setCode(typed.code);
    setPin(typed.pin ?? '');
  }, [typed]);
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLInputElement>('[name=pin]')?.focus();
  }, [wrong]);

  function go(event: FormEvent) {
    event.preventDefault();
    if (code.trim() !== '') onShow(code, pin.trim());
  }
  return (
    <form ref={form} onSubmit={go} className="@container flex flex-col gap-3">
      {/* The fields are stacked when text is large, because codes have sixteen characters. */}
      <div className="grid gap-3 @min-[19rem]:grid-cols-[minmax(0,1fr)_6.5rem]">
        <TextField
          label={t`Card code`}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={60}
          value={code}
          onValue={setCode}
        />
        <TextField
          label={t`PIN, if any`}
          name="pin"
          autoComplete="off"
          inputMode="numeric"
          enterKeyHint="go"
          maxLength={12}
          value={pin}
          onValue={setPin}
        />
      </div>
      <Button
        type="submit"
        variant={code === '' ? 'plain' : 'primary'}
        wide
        busy={sale.step === 'checking'}
        disabled={disabled}
      >
        <Trans>Check balance</Trans>
      </Button>
    </form>
  );
}
