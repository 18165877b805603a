type Limit = { limit: number };
/** Characters that no font of the shop has, with spaces between. */
type Signs = { signs: string };

/**
 * What may be wrong with a field: code -> the exact English text that the server sends. A text with figures is a
 * function of the error's parameters. The browser has its own words for each code
 * (web/shared/languages/error-messages.ts).
 */
export const fieldErrorTexts = {
  // Sign-in
  mobile_invalid: 'Please enter a valid mobile',
  mobile_unreachable: 'We could not send a text to this mobile. Please check it and try again.',
  messages_unavailable: 'We cannot send texts right now. Please try again in a minute.',
  wait_before_next_code: ({ seconds }: { seconds: number }) =>
    `Please wait ${counted(seconds, 'second', 'seconds')} before asking for another code.`,
  code_invalid: 'Please enter a valid code',
  code_expired: 'This code no longer works. Please ask for a new one.',
  code_wrong: ({ tries }: { tries: number }) =>
    `That code is not right. You have ${counted(tries, 'try', 'tries')} left.`,
  code_wrong_last_try: 'That code is not right, and it was the last try. Please ask for a new code.',
  not_a_person: 'We could not check that you are a person. Please try again.',

  // Registration and addresses
  fullname_required: 'Please enter your full name',
  fullname_too_long: ({ limit }: Limit) => `First and last name must be at most ${limit} characters each`,
  fullname_not_shown: ({ signs }: Signs) => `Gift card pictures cannot show ${signs} yet. Please leave it out`,
  street_required: 'Missing street address',
  suburb_required: 'Missing suburb',
  street_too_long: ({ limit }: Limit) => `Street address must be at most ${limit} characters`,
  suburb_too_long: ({ limit }: Limit) => `Suburb must be at most ${limit} characters`,
  postcode_invalid: 'Please enter a postcode of four digits',
  state_required: 'Missing state',
  country_required: 'Missing country',
  postcode_required: 'Missing postcode',
  email_invalid: 'Please enter a valid email',
  email_taken: 'The email you entered already exists',
  terms_not_accepted: 'Please accept the terms and conditions',
  mobile_not_proved: 'Please confirm your mobile with a code first.',
  mobile_taken: 'This mobile already has an account. Please sign in.',
  mobile_not_australian: 'Please use an Australian mobile to register.',
  mobile_in_use: 'Another account already has this mobile.',
  new_mobile_not_australian: 'Please use an Australian mobile.',
  old_mobile_not_proved: 'Please confirm your current mobile or your email with a code first.',
  email_unavailable: 'We cannot send email right now. Please try again in a minute.',
  email_changed_lately: 'This email is too new to prove who you are. Please contact us.',
  email_of_former_owner:
    'This email may belong to the previous owner of your mobile, so it proves nothing. Please contact us.',
  account_used_since: 'Somebody has used this account since you last did. Please contact us.',
  address_abroad: 'We deliver to Australian addresses only.',

  // Every name
  name_with_link: 'Please enter the name without links, @ signs or phone numbers',
  name_with_control_signs: 'Please enter the name in one line, without control characters',

  // Recipient and messages of a gift card
  recipient_firstname_required: 'Please enter a firstname',
  recipient_firstname_too_long: ({ limit }: Limit) => `Firstname must be shorter than ${limit} characters`,
  recipient_lastname_required: 'Please enter a lastname',
  recipient_lastname_too_long: ({ limit }: Limit) => `Lastname must be shorter than ${limit} characters`,
  recipient_mobile_required: 'Please enter a mobile',
  recipient_mobile_abroad: 'Gift cards cannot be sent to mobiles of this country',
  recipient_message_required: 'Please enter a message',
  recipient_message_too_long: ({ limit }: Limit) => `Message must be shorter than ${limit} characters`,
  recipient_firstname_not_shown: ({ signs }: Signs) => `The picture cannot show ${signs} yet. Please leave it out`,
  recipient_message_not_shown: ({ signs }: Signs) => `The picture cannot show ${signs} yet. Please leave it out`,
  words_with_link: 'Links cannot be sent. Please leave them out, and leave a space after each full stop',
  text_required: 'Please enter text content',
  text_too_long: ({ limit }: Limit) => `Text content must be shorter than ${limit} characters`,

  // Delivery of a gift card
  recipient_name_missing: "Please enter recipient's name",
  recipient_mobile_missing: "Please enter recipient's mobile",
  recipient_message_missing: "Please enter recipient's message",
  template_missing: 'Please select a template',
  schedule_missing: 'Please select scheduled delivery date',
  zone_unknown: 'Please choose one of the time zones',
  card_not_in_cart: 'This gift card is not in your cart any more',
  card_already_sent: 'This gift card has already gone out',
  card_not_sent_yet: 'This gift card has not gone out yet',
  card_opened: 'This gift card has already been opened',
  card_cancelled: 'This gift card has been cancelled',
  card_expired: 'This gift card has expired',
  card_being_sent: 'This gift card is going out right now. Please look again in two minutes',
  card_sent_too_often: 'This gift card cannot be sent again today. Please try again tomorrow',
  card_resent_too_often: 'This gift card was sent 20 times. Please contact us if it has not arrived',
  card_number_held: 'For its first 24 hours, a new device sends gift cards only to past recipients',
  recipient_value_too_high:
    'Gift cards to this number are worth too much for one day. Please try again tomorrow, or contact us',
  card_corrected_too_often: 'The number of this gift card was corrected 5 times. Please contact us to correct it again',
  card_delivery_not_known: ({ hours }: { hours: number }) =>
    `We do not know yet whether this gift card arrived. You can correct the number once we do, in ${counted(hours, 'hour', 'hours')} at the latest`,
  recipient_opted_out:
    'This number has opted out of our texts. Use another number, or send the card to your own and show or print its code',
  cards_sent_too_often: 'You cannot resend any more gift cards today. Please try again tomorrow',
  mobile_changed_too_often: 'This number cannot be changed again today. Please try again tomorrow',
  mobile_unchanged: 'This gift card has already been sent to this number',
  wait_before_resend: ({ minutes }: { minutes: number }) =>
    `Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} before you send it again`,

  // Thanks of a recipient
  thanks_required: 'Please write a few words',
  thanks_too_long: ({ limit }: Limit) => `Your words must be at most ${limit} characters`,
  thanks_with_number: 'Phone numbers cannot be sent. Please leave them out',
  thanks_with_link: 'Links cannot be sent. Please leave them out, and leave a space after each full stop',

  // Request for a demonstration
  first_name_required: 'Please enter a first name',
  first_name_too_long: ({ limit }: Limit) => `First name must be at most ${limit} characters`,
  last_name_required: 'Please enter a last name',
  last_name_too_long: ({ limit }: Limit) => `Last name must be at most ${limit} characters`,
  company_required: 'Please enter a company',
  company_too_long: ({ limit }: Limit) => `Company must be at most ${limit} characters`,
  email_required: 'Please enter an email',
  email_too_long: ({ limit }: Limit) => `Email must be at most ${limit} characters`,
  phone_too_long: ({ limit }: Limit) => `Phone must be at most ${limit} characters`,
  country_too_long: ({ limit }: Limit) => `Country must be at most ${limit} characters`,
} as const;

type Texts = typeof fieldErrorTexts;
export type FieldErrorCode = keyof Texts;

/** A code whose text has no figures in it. */
type PlainCode = { [Code in FieldErrorCode]: Texts[Code] extends string ? Code : never }[FieldErrorCode];
type CodeWithParameters = {
  [Code in FieldErrorCode]: Texts[Code] extends (parameters: infer Parameters) => string
    ? { code: Code; parameters: Parameters }
    : never;
}[FieldErrorCode];

/** What is wrong with a field: a code, with the figures its text needs. */
export type FieldError = PlainCode | CodeWithParameters;
/** Field name -> what is wrong with it; empty when nothing is. */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, FieldError>>;

export function fieldErrorText(error: FieldError): string {
  if (typeof error === 'string') return fieldErrorTexts[error];
  const text = fieldErrorTexts[error.code] as (parameters: object) => string;
  return text(error.parameters);
}

/** Drops the fields that have nothing wrong. */
export function onlyErrors<Field extends string>(errors: Record<Field, FieldError | null>): FieldErrors<Field> {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null)) as FieldErrors<Field>;
}

function counted(count: number, one: string, other: string): string {
  return `${count} ${count === 1 ? one : other}`;
}
