import { LegalPage } from './legal-page.tsx';
import { terms } from './terms-text.ts';

/** RT-48. */
export default function Terms() {
  return <LegalPage text={terms} />;
}
