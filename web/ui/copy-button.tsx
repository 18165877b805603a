import { useEffect, useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { Icon } from './icons.tsx';

const SHOWN_MS = 2_500;

type CopyButtonProps = { text: string; label: string; look?: ButtonLook; wide?: boolean; className?: string };

/** Puts `text` on the clipboard and says so for a moment. Without a clipboard it asks to copy by hand. */
export function CopyButton({ text, label, look = 'plain', wide = false, className }: CopyButtonProps) {
  const [said, say] = useState('');
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => say(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied');
    } catch {
      // No secure origin, or the person said no: the text stands there to be selected.
      say('Please copy it by hand');
    }
  }

  return (
    <>
      <Button look={look} wide={wide} onClick={() => void copy()} {...(className ? { className } : {})}>
        <Icon name={said === 'Copied' ? 'check' : 'copy'} className="size-5" />
        {said || label}
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
