import { REQUEST_TIMEOUT_MS } from '#contract/rules/limits.ts';
import { apiError } from '#web/shared/api/api-error.ts';

type Recaptcha = {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
};

let loading: Promise<Recaptcha> | undefined;

/** Returns a reCAPTCHA token. Throws an ApiError if Google's script is unreachable. */
export async function fetchRecaptchaToken(siteKey: string, action: 'login' | 'checkout'): Promise<string> {
  loading ??= loadRecaptcha(siteKey);
  const recaptcha = await loading.catch((error: unknown) => {
    // Lets the next press load the script again.
    loading = undefined;
    throw error;
  });
  return recaptcha.execute(siteKey, { action });
}

function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const unreached = () => {
      script.remove();
      reject(apiError({ kind: 'offline' }));
    };
    const patience = setTimeout(unreached, REQUEST_TIMEOUT_MS);
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.async = true;
    script.onerror = unreached;
    script.onload = () => {
      clearTimeout(patience);
      const { grecaptcha } = window as unknown as { grecaptcha?: Recaptcha };
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else unreached();
    };
    document.head.append(script);
  });
}
