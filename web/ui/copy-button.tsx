import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { Icon } from './icons.tsx';

const SHOWN_MS = 2_500;

type CopyButtonProps = { text: string; label: string; look?: ButtonLook; wide?: boolean; className?: string };

/** Puts `text` on the clipboard and says so for a moment. Without a clipboard it asks to copy by hand. */
export function CopyButton({ text, label, look = 'plain', wide = false, className }: CopyButtonProps) {
  const { t } = useLingui();
  const [outcome, say] = useState<'copied' | 'refused' | null>(null);
  const said = outcome === null ? '' : outcome === 'copied' ? t`Copied` : t`Please copy it by hand`;
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => say(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      say('copied');
    } catch {
      // No secure origin, or the person said no: the text stands there to be selected.
      say('refused');
    }
  }

  return (
    <>
      <Button look={look} wide={wide} onClick={() => void copy()} {...(className ? { className } : {})}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-5" />
        {said || label}
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
