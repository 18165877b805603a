import { useLingui } from '@lingui/react/macro';
import { isApiError } from '#web/shared/api/api-error.ts';
import { useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { isRecord } from '#web/shared/state/storage.ts';
import { errorMessages } from '../calls/error-messages.ts';

/** Returns the available dollars if the amount was higher, otherwise null. */
export function readAvailableDollars(error: unknown): number | null {
  if (!isApiError(error) || error.code !== 'amount_over_balance' || !isRecord(error.parameters)) return null;
  const available = Number(error.parameters.available);
  return Number.isFinite(available) ? available : null;
}

export function formatTime(date: Date, locale: string): string {
  return date.toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' });
}

export function useMessage(): (error: unknown) => string {
  const { t, i18n } = useLingui();
  const dollars = useDollars();
  return (error) => {
    if (!isApiError(error)) return i18n._(errorMessages.unexpected);
    if (error.kind !== 'http') return t`No network: nothing can be taken. Write the code down.`;
    const available = readAvailableDollars(error);
    if (available !== null) {
      const left = dollars(available);
      return t`There is only ${left} on this card.`;
    }
    switch (error.code) {
      case 'gift_card_invalid':
        return t`None of your gift cards has this code, or its PIN is missing or wrong. If there’s a PIN below the code, type it as well.`;
      case 'gift_card_frozen':
        return t`This card is frozen: its payment is being checked. Nothing is lost; it works again once that is decided.`;
      case 'gift_card_over':
        return t`This card was cancelled or has expired.`;
      case 'too_many_requests': {
        const until = formatTime(new Date(Date.now() + error.retryAfter * 1_000), i18n.locale);
        return t`Too many wrong codes. You can try again at ${until}.`;
      }
      case '':
        return i18n._(errorMessages.unexpected);
      default:
        return error.message;
    }
  };
}
