import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '#contract/account.ts';
import { parcelWords } from './parcel-words.ts';
import { StatusLine } from './status-line.tsx';

type ParcelsProps = { order: Pick<Order, 'items' | 'shipments'> };

export function Parcels({ order: { items, shipments } }: ParcelsProps) {
  const { i18n } = useLingui();
  if (shipments.length === 0) return null;
  const findName = (id: number) => items.find(({ item_id }) => item_id === id)?.name ?? '';
  return (
    <section aria-labelledby="parcels">
      <h2 id="parcels" className="text-20">
        <Trans>Parcels</Trans>
      </h2>
      <ul className="mt-3 space-y-3">
        {shipments.map((parcel, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parcels are only ever added at the end.
          <li key={index} className="rounded-card border border-line bg-surface p-4 wrap-anywhere sm:p-5">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <h3 className="font-sans text-17 font-semibold tracking-normal">{parcel.seller_name}</h3>
              <StatusLine status={parcelWords(i18n, parcel)} />
            </div>
            <ul className="mt-1 text-15 text-muted">
              {parcel.items.map(({ item_id, qty }) => (
                <li key={item_id}>{`${qty} × ${findName(item_id)}`}</li>
              ))}
            </ul>
            <Tracking parcel={parcel} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tracking({ parcel: { carrier, tracking, tracking_url } }: { parcel: Order['shipments'][number] }) {
  if (carrier === null && tracking === null) return null;
  const number = tracking === tracking_url ? null : tracking;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 text-15">
      <span>{[carrier, number].filter(Boolean).join(' · ')}</span>
      {tracking_url && (
        <a
          href={tracking_url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-12 items-center font-semibold text-accent underline"
        >
          <Trans>Follow this parcel</Trans>
        </a>
      )}
    </p>
  );
}
