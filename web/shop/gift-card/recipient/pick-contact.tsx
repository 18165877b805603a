import { useLingui } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import type { Person } from '../../state/gift-card-drafts.ts';
import { showToast } from '../../state/toasts.ts';
import { findContactPicker } from './contacts.ts';

type PickContactProps = { multiple: boolean; onPicked: (people: Person[]) => void };

export function PickContact({ multiple, onPicked }: PickContactProps) {
  const { t } = useLingui();
  const pick = findContactPicker();
  if (!pick) return null;

  async function ask(choose: NonNullable<typeof pick>): Promise<void> {
    try {
      onPicked(await choose({ multiple }));
    } catch {
      showToast(t`Your contacts did not open. Type the number instead.`);
    }
  }

  return (
    <Button variant="plain" className="self-start" onClick={() => void ask(pick)}>
      <Icon name="person" className="size-5" />
      {multiple ? t`Choose from your contacts` : t`Choose a contact`}
    </Button>
  );
}
