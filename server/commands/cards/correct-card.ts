import { correctCardNumber, correctionError } from '#server/domain/gift-cards/operated/correct-card.ts';
import type { OperatedCard } from '#server/domain/gift-cards/operated/operated-cards.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { type AppError, errorAnswer, fieldErrorText, isAppError } from '#server/platform/kernel/errors.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { formatInstant } from '#server/platform/kernel/plain-texts.ts';
import type { Context } from '../../context.ts';
import { done, failed, type Outcome, type Output } from '../shared/command.ts';
import { formatCardTable } from './card-texts.ts';

/** `isAgreed`: skips the confirmation question. */
export type Correcting = { mobile: string; note: string; isAgreed: boolean };

const LONGEST_NOTE = 500;

export function readCorrection(values: { mobile?: string; note?: string; yes?: boolean }): Correcting {
  const mobile = readMobile(values.mobile ?? '');
  if (mobile === null) throw new TypeError("correct needs the recipient's correct number: --mobile 0412345678.");
  const note = values.note?.trim() || 'the customer asked';
  if (note.length > LONGEST_NOTE) throw new TypeError(`--note takes at most ${LONGEST_NOTE} characters.`);
  return { mobile, note, isAgreed: values.yes ?? false };
}

type Asking = { card: OperatedCard; correcting: Correcting; output: Output };

export async function correctCard(
  { context, actor }: { context: Context; actor: Actor },
  { card, correcting, output }: Asking,
): Promise<Outcome> {
  const { mobile, note, isAgreed } = correcting;
  const name = `Gift card ${card.publicId}`;
  if (!isAgreed) {
    const error = await correctionError(context, { card, mobile, note, actor });
    if (error) return failed(`${name}: ${formatError(error)}.`);
    for (const line of [...formatCardTable([card], context.clock.now()), ...CONSEQUENCES]) output.say(line);
    const answer = await output.ask(`Change the recipient's number to ${mobile}?`);
    if (answer === null)
      return failed('Nothing was changed: the question got no answer. To skip the question, add --yes');
    if (answer === 'no') return failed('Nothing was changed.');
  }
  const result = await correctCardNumber(context, { card, mobile, note, actor });
  if (isAppError(result)) return failed(`${name}: ${formatError(result)}.`);
  const when = result.sendAt === null ? '' : ` on ${formatInstant(result.sendAt)}`;
  return done(`${name} will be sent to ${mobile}${when}.`);
}

const CONSEQUENCES = [
  'The card gets a new code. If it has already been sent, the shop sends it again with a new link, and the old link and code stop working.',
  "A card that is sent again loses the message and the recipient's name and shows only the giver's first name. Its page states that the card was passed on.",
];

function formatError(error: AppError): string {
  const [wrong] = Object.values(error.fields ?? {}).filter((field) => field !== undefined);
  return wrong ? fieldErrorText(wrong) : String(errorAnswer(error).body.message);
}
