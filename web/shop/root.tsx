import '@fontsource/bricolage-grotesque/700.css';
import './app.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { Links, type LoaderFunctionArgs, Meta, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import displayFont from '#web/shared/brand/display-basic.woff2?url';
import { ErrorScreen } from '#web/shared/errors/error-screen.tsx';
import { answerEarlyTap } from '#web/ui/taps/early-taps.ts';
import { LateScripts } from './late-scripts.tsx';
import { lazyComponent } from './popups/lazy-component.tsx';
import { loadContext } from './queries/load-context.ts';
import { PAGE_DATA_ID, usePageText } from './queries/page-data.ts';
import { queryClient } from './queries/query-client.ts';
import { Shell } from './shell/shell.tsx';
import { notifyRouteShown } from './state/route-shown.ts';

export function loader({ context }: LoaderFunctionArgs) {
  const { settings, publicUrl, offline } = context.get(loadContext);
  return { settings, publicUrl, offline };
}

export const shouldRevalidate = () => false;

const IN_GALLERY = import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1';

const OverPage = lazyComponent(() => import('./over-page.tsx').then((file) => file.OverPage), {
  waiting: null,
});

const { accent, onAccent, accentSoft } = brand.colours;
const brandColours = {
  '--brand-accent-light': accent.light,
  '--brand-accent-dark': accent.dark,
  '--brand-on-accent-light': onAccent.light,
  '--brand-on-accent-dark': onAccent.dark,
  '--brand-accent-soft-light': accentSoft.light,
  '--brand-accent-soft-dark': accentSoft.dark,
} as CSSProperties;

type Handle = { withoutScripts?: boolean };

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  const handle: Handle = Object.assign({}, ...useMatches().map((match) => match.handle));
  const scripts = !handle.withoutScripts;
  const text = usePageText();
  return (
    <html lang={i18n.locale} data-brand={brand.id} style={brandColours}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141312" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href={brand.icon} type="image/svg+xml" />
        {/* tools/web/brand-files.ts builds these files, so they do not exist in development. */}
        {import.meta.env.PROD && (
          <>
            <link rel="icon" href="/favicon.ico" sizes="48x48" />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
            <link rel="manifest" href="/manifest.webmanifest" />
          </>
        )}
        <link rel="preload" href={displayFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        {/* Style sheets need no nonce. A nonce would cause a hydration mismatch, because browsers hide its value. */}
        <Links nonce="" />
      </head>
      <body>
        {scripts && (
          <noscript>
            <p className="bg-accent-soft px-4 py-3 text-center text-15 font-semibold">
              <Trans>Some buttons need JavaScript. Please switch it on in your browser to buy here.</Trans>
            </p>
          </noscript>
        )}
        {children}
        <script
          id={PAGE_DATA_ID}
          type="application/json"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can begin, see pageData.
          dangerouslySetInnerHTML={{ __html: text }}
        />
        {scripts && <ScrollRestoration />}
        {scripts && <LateScripts />}
      </body>
    </html>
  );
}

export default function App() {
  const [client] = useState(queryClient);
  const { pathname } = useLocation();
  useEffect(answerEarlyTap, []);
  // Gallery stories bring their own shell. Production builds drop this branch.
  if (IN_GALLERY && /^\/gallery(\/|$)/.test(pathname)) return <Outlet />;
  return (
    <QueryClientProvider client={client}>
      <Shell overlay={<OverPage />}>
        <Outlet />
      </Shell>
    </QueryClientProvider>
  );
}

export function ErrorBoundary() {
  const { t } = useLingui();
  useEffect(notifyRouteShown, []);
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <title>{`${t`Unexpected Error`} | ${brand.title}`}</title>
      <ErrorScreen />
    </main>
  );
}
