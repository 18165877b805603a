import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { NO_PICTURE } from '#contract/rules/no-picture.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { OfflineLine } from '#web/shared/offline/offline-line.tsx';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { type Device, extractLinkCode, readDevice, saveDevice } from './device/device.ts';
import { Enrol } from './device/enrol.tsx';
import { NoDevice } from './device/no-device.tsx';
import { Take } from './take/take.tsx';
import { useSale } from './take/use-sale.ts';
import { Today } from './today/today.tsx';
import { useNetwork } from './use-network.ts';

export function Till({ hash }: { hash: string }) {
  const { t } = useLingui();
  const [state, setState] = useState<{ device: Device | null; code: string; ended: boolean } | null>(null);
  useEffect(() => {
    setState({ device: readDevice(), code: extractLinkCode(hash), ended: false });
    // Remove the code from the URL, because it enrols a device.
    if (hash !== '') history.replaceState(history.state, '', location.pathname);
  }, [hash]);
  const onEnded = useCallback(() => {
    saveDevice(null);
    setState({ device: null, code: '', ended: true });
  }, []);
  return (
    <div className="whole-window flex grow flex-col">
      <title>{`${t`Till`} | ${brand.title}`}</title>
      {state?.code && (
        <Enrol
          code={state.code}
          onEnrolled={(device) => setState({ device, code: '', ended: false })}
          onCancel={() => setState({ device: readDevice(), code: '', ended: false })}
        />
      )}
      {state?.code === '' && !state.device && (
        <NoDevice ended={state.ended} onCode={(code) => setState({ ...state, code })} />
      )}
      {state?.code === '' && state.device && <Counter key={state.device.key} device={state.device} onEnded={onEnded} />}
    </div>
  );
}

/** The header uses no picture, so that it works offline. */
const stripPictures = ({ name }: Device['seller']) => ({
  name,
  pictures: { logo: { id: NO_PICTURE, version: '', width: 1, height: 1, ground: '' } },
});

type View = 'take' | 'today';

function Counter({ device, onEnded }: { device: Device; onEnded: () => void }) {
  const [view, setView] = useState<View>('take');
  const { offline, noteOffline } = useNetwork();
  const bearer = device.key;
  const selling = useSale({ bearer, onEnded, onOffline: noteOffline });
  const idle = view === 'today' || selling.sale.step === 'ready' || selling.sale.step === 'checking';
  return (
    <>
      <header className="border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
        <div className="page flex min-h-14 items-center gap-2.5 py-1">
          <span className="block w-9 shrink-0 overflow-hidden rounded-full">
            <SellerPicture seller={stripPictures(device.seller)} part="logo" alt="" sizes="36px" ratio={1} />
          </span>
          <p className="min-w-0 grow leading-tight">
            <span className="block truncate font-display text-17 font-bold">{device.seller.name}</span>
            <span className="block truncate text-13 text-muted">{device.name || <Trans>Till</Trans>}</span>
          </p>
          {idle && <Views view={view} onView={setView} className="flex max-sm:hidden" />}
        </div>
      </header>
      <div role="status">
        {offline && (
          <OfflineLine>
            <Trans>No network: nothing can be taken. Write the code down.</Trans>
          </OfflineLine>
        )}
      </div>
      {view === 'take' ? (
        <Take {...selling} bearer={bearer} offline={offline} />
      ) : (
        <Today seller={device.seller.name} {...{ bearer, offline, onEnded }} onOffline={noteOffline} />
      )}
      {idle && (
        <Views
          view={view}
          onView={setView}
          className="sticky bottom-0 z-10 grid grid-cols-2 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
        />
      )}
    </>
  );
}

function Views({ view, onView, className }: { view: View; onView: (view: View) => void; className: string }) {
  const { t } = useLingui();
  const views: { id: View; icon: IconName; label: string }[] = [
    { id: 'take', icon: 'card', label: t`Take` },
    { id: 'today', icon: 'clock', label: t`Today` },
  ];
  return (
    <nav aria-label={t`Till`} className={classes('gap-1', className)}>
      {views.map(({ id, icon, label }) => (
        <button
          key={id}
          type="button"
          aria-current={view === id ? 'page' : undefined}
          onClick={() => onView(id)}
          className={classes(
            'flex min-h-14 items-center justify-center gap-2 px-5 text-17 font-semibold outline-offset-[-3px] sm:min-h-12 sm:rounded-control',
            view === id ? 'text-accent sm:bg-accent-soft' : 'text-muted hover:text-ink',
          )}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </nav>
  );
}
