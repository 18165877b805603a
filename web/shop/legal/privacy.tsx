import { LegalPage } from './legal-page.tsx';
import { privacy } from './privacy-text.ts';

/** RT-49. */
export default function Privacy() {
  return <LegalPage text={privacy} />;
}
