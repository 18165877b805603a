import { correctCardNumber, correctionError } from '#server/domain/gift-cards/operated/correct-card.ts';
import type { OperatedCard } from '#server/domain/gift-cards/operated/operated-cards.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { type AppError, errorAnswer, fieldErrorText, isAppError } from '#server/platform/kernel/errors.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { instantText } from '#server/platform/kernel/plain-texts.ts';
import type { Context } from '../../context.ts';
import { done, failed, type Outcome, type Output } from '../shared/command.ts';
import { cardTable } from './card-texts.ts';

/** `isAgreed`: skips the confirmation question. */
export type Correcting = { mobile: string; note: string; isAgreed: boolean };

const LONGEST_NOTE = 500;

export function readCorrection(values: { mobile?: string; note?: string; yes?: boolean }): Correcting {
  const mobile = readMobile(values.mobile ?? '');
  if (mobile === null) throw new TypeError("correct takes the recipient's right number: --mobile 0412345678.");
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
    if (error) return failed(`${name}: ${errorText(error)}.`);
    for (const line of [...cardTable([card], context.clock.now()), ...CONSEQUENCES]) output.say(line);
    const answer = await output.ask(`Correct its number to ${mobile}?`);
    if (answer === null) return failed('Nothing was changed: no one answered. To correct without a question add --yes');
    if (answer === 'no') return failed('Nothing was changed.');
  }
  const result = await correctCardNumber(context, { card, mobile, note, actor });
  if (isAppError(result)) return failed(`${name}: ${errorText(result)}.`);
  const when = result.sendAt === null ? '' : `, ${instantText(result.sendAt)}`;
  return done(`${name} goes to ${mobile}${when}.`);
}

const CONSEQUENCES = [
  'It gets a new code. A card that has gone out is sent again with a new link, and the old link and code stop working.',
  "Of the giver's words such a card keeps the first name alone, and its page shows that it was passed on.",
];

function errorText(error: AppError): string {
  const [wrong] = Object.values(error.fields ?? {}).filter((field) => field !== undefined);
  return wrong ? fieldErrorText(wrong) : String(errorAnswer(error).body.message);
}
