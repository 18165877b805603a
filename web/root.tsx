import '@fontsource-variable/bricolage-grotesque/wght.css';
import './app.css';
import displayFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import { QueryClientProvider } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { Links, type LoaderFunctionArgs, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { brand } from './brand/brand.ts';
import { loadContext } from './load-context.ts';
import { ErrorScreen } from './shop/shell/error-screen.tsx';
import { Shell } from './shop/shell/shell.tsx';

/** Settings of the shop for every screen: `useRouteLoaderData<typeof loader>('root')`. */
export function loader({ context }: LoaderFunctionArgs) {
  const { settings, publicUrl } = context.get(loadContext);
  return { settings, publicUrl };
}

/** They do not change while the page is open. */
export const shouldRevalidate = () => false;

const { accent, onAccent, accentSoft } = brand.colours;
const brandColours = {
  '--brand-accent-light': accent.light,
  '--brand-accent-dark': accent.dark,
  '--brand-on-accent-light': onAccent.light,
  '--brand-on-accent-dark': onAccent.dark,
  '--brand-accent-soft-light': accentSoft.light,
  '--brand-accent-soft-dark': accentSoft.dark,
} as CSSProperties;

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-AU" data-brand={brand.id} style={brandColours}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141312" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href={brand.icon} type="image/svg+xml" />
        <link rel="preload" href={displayFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        {/* Style sheets come from 'self' and need no nonce; browsers hide it, which hydration would call a difference. */}
        <Links nonce="" />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  const [client] = useState(queryClient);
  return (
    <QueryClientProvider client={client}>
      <Shell>
        <Outlet />
      </Shell>
    </QueryClientProvider>
  );
}

export function ErrorBoundary() {
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <title>{`Unexpected Error | ${brand.title}`}</title>
      <ErrorScreen />
    </main>
  );
}
