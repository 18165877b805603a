import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, type RouteObject, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import Shop, { ErrorBoundary } from '#web/shop/root.tsx';
import { openPopup, setMenu } from '#web/shop/state/popups.ts';
import { TillApp } from '#web/till/till-app.tsx';
import { settings } from '../fixtures/customer.ts';
import { answerForReal, answerWith, countPendingAnswers } from './answers.ts';
import { createInteractions, pause, waitUntil } from './interactions.ts';
import { screens } from './screens.ts';
import { clearEverything, resolveAnswers, setStores } from './shop-state.ts';
import type { Story } from './story.ts';

/** Milliseconds for which a screen must stay unchanged. */
const STILL_MS = 40;

/**
 * Plays the story. Sets `data-ready` when done, `data-failed` on error and `data-address` to the current URL. Returns a
 * cleanup function.
 */
export function play(story: Story, box: HTMLElement): () => void {
  let isStopped = false;
  clearEverything();
  answerWith(resolveAnswers(story), story.id);
  setStores(story);
  const root = createRoot(box);
  const router = createMemoryRouter(buildRoutes(story), { initialEntries: [story.url ?? '/part'] });
  const address = () => router.state.location.pathname + router.state.location.search;
  const showAddress = () => {
    box.dataset.address = address();
  };
  router.subscribe(showAddress);
  showAddress();
  root.render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  arrive(story, box).then(
    () => {
      if (!isStopped && story.url && address() !== story.url) box.dataset.failed = `It went on to ${address()}`;
      if (!isStopped) box.dataset.ready = 'yes';
    },
    (error: unknown) => {
      if (!isStopped) box.dataset.failed = String(error);
    },
  );
  return () => {
    isStopped = true;
    router.dispose();
    root.unmount();
    answerForReal();
    clearEverything();
  };
}

async function arrive(story: Story, box: HTMLElement): Promise<void> {
  const interactions = createInteractions(box);
  await waitUntil(() => box.querySelector('#main > *'), 'screen');
  await waitForStillness();
  if (story.popup) openPopup(story.popup);
  if (story.menu) setMenu(true);
  await story.act?.(interactions);
  await interactions.see(story.shows);
  await waitForStillness();
  await document.fonts.ready;
}

async function waitForStillness(): Promise<void> {
  await waitUntil(() => countPendingAnswers() === 0, 'end of answers');
  await pause(STILL_MS);
  await waitUntil(() => countPendingAnswers() === 0, 'end of answers');
}

function buildRoutes(story: Story): RouteObject[] {
  const root = {
    id: 'root',
    loader: () => ({ settings: { ...settings, ...story.settings }, publicUrl: globalThis.location.origin }),
    Component: Shop,
    ErrorBoundary,
    hydrateFallbackElement: <></>,
  };
  const { part: Drawn, title } = story;
  if (Drawn) {
    const element = (
      <Part title={title}>
        <Drawn />
      </Part>
    );
    return [{ ...root, children: [{ path: '*', element }] }];
  }
  const children = Object.entries(screens).map(([path, load]) => ({
    path,
    lazy: async () => {
      const { default: Component, clientLoader } = await load();
      return { Component, loader: clientLoader ?? (() => story.loaded ?? null) };
    },
  }));
  return [
    { ...root, children },
    { path: '/till', Component: Till },
  ];
}

function Till() {
  return <TillApp hash={useLocation().hash} />;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page py-8">
      <title>{title}</title>
      <h1 className="mb-5 text-25">{title}</h1>
      <div className="space-y-5">{children}</div>
    </div>
  );
}
