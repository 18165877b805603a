import { useLingui } from '@lingui/react/macro';
import { brand } from '#web/shared/brand/brand.ts';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { LostState } from '../errors/lost-state.tsx';
import { CardHead } from './card-head.tsx';

/** Shown for a link that opens no card, usually because the link was truncated when it was copied. */
export function NothingHere() {
  const { t } = useLingui();
  return (
    <Lost
      title={t`This link doesn’t open a gift card`}
      text={t`Part of the link may be missing. Open the text message again and tap the link in it, or ask the person who sent it.`}
    />
  );
}

/** Shown for a replaced link. Reveals nothing about the card, because the reader may not be the recipient. */
export function Replaced() {
  const { t } = useLingui();
  return (
    <Lost
      title={t`A newer text replaced this link`}
      text={t`Open the newest text message and tap the link in it. If it isn’t on this phone, ask the person who sent it.`}
    />
  );
}

function Lost({ title, text }: { title: string; text: string }) {
  const { t } = useLingui();
  return (
    <div className="whole-window flex grow flex-col bg-linear-to-b from-accent-soft to-paper to-[34rem]">
      <CardHead title={t`No gift card here`} />
      <LostState picture={<Illustration name="not-found" large />} title={title} text={text}>
        <a
          href="/"
          rel="noreferrer"
          className="inline-flex min-h-12 items-center gap-2 rounded-control px-4 font-semibold text-accent hover:bg-accent-soft lg:-ml-4"
        >
          {brand.title}
        </a>
      </LostState>
    </div>
  );
}
