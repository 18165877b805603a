import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';

/** Draws a part alone, with what every part of the shop may ask for: the language and a router. */
export function drawPart(part: ReactNode) {
  return render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>{part}</MemoryRouter>
    </I18nProvider>,
  );
}
