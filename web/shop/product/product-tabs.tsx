import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Product } from '#contract/catalogue.ts';
import { Picture } from '#web/ui/picture.tsx';
import { type Tab, Tabs } from '#web/ui/tabs.tsx';

type TabParts = Pick<Product, 'tab1' | 'tab2' | 'tab3' | 'name'>;

export function ProductTabs({ product }: { product: TabParts }) {
  const { i18n, t } = useLingui();
  const tabs = buildTabs(i18n, product);
  const [only] = tabs;
  if (only === undefined) return null;
  if (tabs.length > 1) return <Tabs label={t`About this product`} tabs={tabs} className="mt-8" />;
  return (
    <section aria-label={only.label} className="mt-8">
      {only.id !== 'shipping' && <h2 className="text-20">{only.label}</h2>}
      {only.content}
    </section>
  );
}

function buildTabs(i18n: I18n, { tab1, tab2, tab3, name }: TabParts): Tab[] {
  const tabs: (Tab | false)[] = [
    Boolean(tab1) && { id: 'shipping', label: i18n._(msg`Shipping`), content: <Shipping tab={tab1} /> },
    Boolean(tab2) && { id: 'sizes', label: i18n._(msg`Sizing Chart`), content: <SizingChart tab={tab2} name={name} /> },
    Boolean(tab3?.length) && {
      id: 'questions',
      label: i18n._(msg`Questions & Answers`),
      content: <Questions tab={tab3} />,
    },
  ];
  return tabs.filter((tab) => tab !== false);
}

function Shipping({ tab }: { tab: Product['tab1'] }) {
  return (
    <div className="py-5">
      <h2 className="text-20">{tab?.title}</h2>
      <ul className="mt-3 space-y-4">
        {tab?.rows.map((row) => (
          <li key={row.text} className="flex items-center gap-4 text-15">
            {row.image && (
              <img
                src={row.image}
                alt=""
                width="56"
                height="56"
                loading="lazy"
                className="size-14 shrink-0 rounded-full object-cover"
              />
            )}
            {row.text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SizingChart({ tab, name }: { tab: Product['tab2']; name: string }) {
  const { t } = useLingui();
  if (!tab) return null;
  return (
    <div className="overflow-hidden py-5">
      <Picture
        picture={tab.picture}
        alt={t`Sizing chart of ${name}`}
        sizes="(min-width: 640px) 50vw, 100vw"
        className="rounded-card"
      />
    </div>
  );
}

function Questions({ tab }: { tab: Product['tab3'] }) {
  return (
    <dl className="space-y-5 py-5">
      {tab?.map(({ question, answer }) => (
        <div key={question}>
          <dt className="text-17 font-semibold">{question}</dt>
          <dd className="mt-1 text-15 text-muted">{answer}</dd>
        </div>
      ))}
    </dl>
  );
}
