import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useCamera } from './use-camera.ts';

type CameraProps = {
  /** Returns false if the code cannot be used now, so that it may be read again. */
  onScan: (text: string) => unknown;
  asked?: boolean;
  /** The last code, which may still be in view. It is read again only after it has left the view. */
  justScanned?: string;
  className?: string;
};

export function Camera({ onScan, asked = false, justScanned = '', className }: CameraProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const { state, isStillInView, switchOn } = useCamera(video, { onScan, asked, justScanned });
  return (
    <section
      aria-label={t`Camera`}
      className={classes(
        'relative isolate flex items-center justify-center overflow-hidden rounded-card border border-line bg-sunken',
        className,
      )}
    >
      <video
        ref={video}
        muted
        playsInline
        tabIndex={-1}
        className={classes('absolute inset-0 -z-10 size-full object-cover', state !== 'on' && 'invisible')}
      />
      {state === 'on' && (
        <>
          <Frame />
          <p role="status" className="absolute inset-x-0 bottom-0 bg-surface px-4 py-2 text-center text-15 font-medium">
            {isStillInView ? (
              <Trans>You scanned this card just now. Move it away to scan it again.</Trans>
            ) : (
              <Trans>Hold the barcode in the frame</Trans>
            )}
          </p>
        </>
      )}
      {state === 'starting' && (
        <p role="status" className="flex items-center gap-3 text-17">
          <Spinner />
          <Trans>The camera is starting</Trans>
        </p>
      )}
      {state === 'off' && (
        <Words>
          <FramedBarcode />
          <Button onClick={switchOn}>
            <Trans>Scan with the camera</Trans>
          </Button>
        </Words>
      )}
      {state === 'refused' && (
        <Words>
          <Icon name="alert" className="size-8" />
          <p role="status" className="text-17">
            <Trans>Camera access is blocked. Allow it in your browser’s settings, or type the code.</Trans>
          </p>
          <TryAgain onClick={switchOn} />
        </Words>
      )}
      {state === 'missing' && (
        <Words>
          <Icon name="alert" className="size-8" />
          <p role="status" className="text-17">
            <Trans>The camera cannot be used. Type the code, or use a scanner.</Trans>
          </p>
          <TryAgain onClick={switchOn} />
        </Words>
      )}
    </section>
  );
}

function Words({ children }: { children: ReactNode }) {
  return <div className="flex max-w-sm flex-col items-center gap-4 p-5 text-center">{children}</div>;
}

function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="plain" onClick={onClick}>
      <Trans>Try again</Trans>
    </Button>
  );
}

function Frame() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 60"
      className="w-[min(78%,24rem)] fill-none stroke-[white] drop-shadow-[0_0_3px_black]"
    >
      <path
        d="M2 16V8a6 6 0 0 1 6-6h8M104 2h8a6 6 0 0 1 6 6v8M118 44v8a6 6 0 0 1-6 6h-8M16 58H8a6 6 0 0 1-6-6v-8"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}

function FramedBarcode() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="icon size-16 text-accent">
      <path d="M7 3H5a2 2 0 0 0-2 2v2M17 3h2a2 2 0 0 1 2 2v2M21 17v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2M7.5 8v8M10.5 8v8M13.5 8v8M16.5 8v8" />
    </svg>
  );
}
