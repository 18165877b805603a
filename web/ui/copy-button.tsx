import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { Icon } from './icons.tsx';

const SHOWN_MS = 2_500;

type CopyButtonProps = { text: string; label: string; variant?: ButtonVariant; wide?: boolean; className?: string };

export function CopyButton({ text, label, variant = 'plain', wide = false, className }: CopyButtonProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const feedback = outcome === null ? '' : outcome === 'copied' ? t`Copied` : t`Please copy it by hand`;
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  return (
    <>
      <Button variant={variant} wide={wide} onClick={() => void copy()} {...(className ? { className } : {})}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-5" />
        {feedback || label}
      </Button>
      <span role="status" className="sr-only">
        {feedback}
      </span>
    </>
  );
}
