import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { restoreGiftCards } from './state/gift-cards.ts';
import { restoreSession } from './state/session.ts';

// Before hydration: React still hydrates with the visitor's view (the stores' first state) and then shows the stored one.
restoreSession();
restoreGiftCards();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
