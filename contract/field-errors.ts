/** A field's error has this status when it is returned for a whole call. Beside other fields it is part of a 200. */
const status = 400;

/**
 * The part of the table of errors (errors.ts) for what may be wrong with a field. Rules and forms name these codes with
 * the parameters that a text needs (rules/field-errors.ts).
 */
export const fieldErrors = {
  // Sign-in
  mobile_invalid: { status, apps: ['shop'], text: 'Please enter a valid mobile' },
  mobile_unreachable: {
    status,
    apps: ['shop'],
    text: 'We could not send a text to this mobile. Please check it and try again.',
  },
  messages_unavailable: {
    status,
    apps: ['shop'],
    text: 'We cannot send texts right now. Please try again in a minute.',
  },
  wait_before_next_code: {
    status,
    apps: ['shop'],
    text: '{seconds, plural, one {Please wait # second before asking for another code.} other {Please wait # seconds before asking for another code.}}',
  },
  code_invalid: { status, apps: ['shop'], text: 'Please enter a valid code' },
  code_expired: { status, apps: ['shop'], text: 'This code no longer works. Please ask for a new one.' },
  code_wrong: {
    status,
    apps: ['shop'],
    text: '{tries, plural, one {That code is not right. You have # try left.} other {That code is not right. You have # tries left.}}',
  },
  code_wrong_last_try: {
    status,
    apps: ['shop'],
    text: 'That code is not right, and it was the last try. Please ask for a new code.',
  },
  not_a_person: { status, apps: ['shop'], text: 'We could not check that you are a person. Please try again.' },
  // Registration and addresses
  fullname_required: { status, apps: ['shop'], text: 'Please enter your full name' },
  fullname_too_long: { status, apps: ['shop'], text: 'First and last name must be at most {limit} characters each' },
  fullname_not_shown: {
    status,
    apps: ['shop'],
    text: 'Gift card pictures cannot show {signs} yet. Please leave it out',
  },
  street_required: { status, apps: ['shop'], text: 'Missing street address' },
  suburb_required: { status, apps: ['shop'], text: 'Missing suburb' },
  street_too_long: { status, apps: ['shop'], text: 'Street address must be at most {limit} characters' },
  suburb_too_long: { status, apps: ['shop'], text: 'Suburb must be at most {limit} characters' },
  postcode_invalid: { status, apps: ['shop'], text: 'Please enter a postcode of four digits' },
  state_required: { status, apps: ['shop'], text: 'Missing state' },
  country_required: { status, apps: ['shop'], text: 'Missing country' },
  postcode_required: { status, apps: ['shop'], text: 'Missing postcode' },
  email_invalid: { status, apps: ['shop'], text: 'Please enter a valid email' },
  email_taken: { status, apps: ['shop'], text: 'The email you entered already exists' },
  terms_not_accepted: { status, apps: ['shop'], text: 'Please accept the terms and conditions' },
  mobile_not_proved: { status, apps: ['shop'], text: 'Please confirm your mobile with a code first.' },
  mobile_taken: { status, apps: ['shop'], text: 'This mobile already has an account. Please sign in.' },
  mobile_not_australian: { status, apps: ['shop'], text: 'Please use an Australian mobile to register.' },
  mobile_in_use: { status, apps: ['shop'], text: 'Another account already has this mobile.' },
  new_mobile_not_australian: { status, apps: ['shop'], text: 'Please use an Australian mobile.' },
  old_mobile_not_proved: {
    status,
    apps: ['shop'],
    text: 'Please confirm your current mobile or your email with a code first.',
  },
  email_unavailable: { status, apps: ['shop'], text: 'We cannot send email right now. Please try again in a minute.' },
  email_changed_lately: {
    status,
    apps: ['shop'],
    text: 'This email is too new to prove who you are. Please contact us.',
  },
  email_of_former_owner: {
    status,
    apps: ['shop'],
    text: 'This email may belong to the previous owner of your mobile, so it proves nothing. Please contact us.',
  },
  account_used_since: {
    status,
    apps: ['shop'],
    text: 'Somebody has used this account since you last did. Please contact us.',
  },
  address_abroad: { status, apps: ['shop'], text: 'We deliver to Australian addresses only.' },
  // Every name
  name_with_link: { status, apps: ['shop'], text: 'Please enter the name without links, @ signs or phone numbers' },
  name_with_control_signs: {
    status,
    apps: ['shop'],
    text: 'Please enter the name in one line, without control characters',
  },
  // Recipient and messages of a gift card
  recipient_firstname_required: { status, apps: ['shop'], text: 'Please enter a firstname' },
  recipient_firstname_too_long: { status, apps: ['shop'], text: 'Firstname must be shorter than {limit} characters' },
  recipient_lastname_required: { status, apps: ['shop'], text: 'Please enter a lastname' },
  recipient_lastname_too_long: { status, apps: ['shop'], text: 'Lastname must be shorter than {limit} characters' },
  recipient_mobile_required: { status, apps: ['shop'], text: 'Please enter a mobile' },
  recipient_mobile_abroad: { status, apps: ['shop'], text: 'Gift cards cannot be sent to mobiles of this country' },
  recipient_message_required: { status, apps: ['shop'], text: 'Please enter a message' },
  recipient_message_too_long: { status, apps: ['shop'], text: 'Message must be shorter than {limit} characters' },
  recipient_firstname_not_shown: {
    status,
    apps: ['shop'],
    text: 'The picture cannot show {signs} yet. Please leave it out',
  },
  recipient_message_not_shown: {
    status,
    apps: ['shop'],
    text: 'The picture cannot show {signs} yet. Please leave it out',
  },
  words_with_link: {
    status,
    apps: ['shop'],
    text: 'Links cannot be sent. Please leave them out, and leave a space after each full stop',
  },
  text_required: { status, apps: ['shop'], text: 'Please enter text content' },
  text_too_long: { status, apps: ['shop'], text: 'Text content must be shorter than {limit} characters' },
  // Delivery of a gift card
  recipient_name_missing: { status, apps: ['shop'], text: "Please enter recipient's name" },
  recipient_mobile_missing: { status, apps: ['shop'], text: "Please enter recipient's mobile" },
  recipient_message_missing: { status, apps: ['shop'], text: "Please enter recipient's message" },
  template_missing: { status, apps: ['shop'], text: 'Please select a template' },
  schedule_missing: { status, apps: ['shop'], text: 'Please select scheduled delivery date' },
  zone_unknown: { status, apps: ['shop'], text: 'Please choose one of the time zones' },
  card_not_in_cart: { status, apps: ['shop'], text: 'This gift card is not in your cart any more' },
  card_already_sent: { status, apps: ['shop'], text: 'This gift card has already gone out' },
  card_not_sent_yet: { status, apps: ['shop'], text: 'This gift card has not gone out yet' },
  card_opened: { status, apps: ['shop'], text: 'This gift card has already been opened' },
  card_cancelled: { status, apps: ['shop'], text: 'This gift card has been cancelled' },
  card_expired: { status, apps: ['shop'], text: 'This gift card has expired' },
  card_being_sent: {
    status,
    apps: ['shop'],
    text: 'This gift card is going out right now. Please look again in two minutes',
  },
  card_sent_too_often: {
    status,
    apps: ['shop'],
    text: 'This gift card cannot be sent again today. Please try again tomorrow',
  },
  card_resent_too_often: {
    status,
    apps: ['shop'],
    text: 'This gift card was sent 20 times. Please contact us if it has not arrived',
  },
  card_number_held: {
    status,
    apps: ['shop'],
    text: 'For its first 24 hours, a new device sends gift cards only to past recipients',
  },
  recipient_value_too_high: {
    status,
    apps: ['shop'],
    text: 'Gift cards to this number are worth too much for one day. Please try again tomorrow, or contact us',
  },
  card_corrected_too_often: {
    status,
    apps: ['shop'],
    text: 'The number of this gift card was corrected 5 times. Please contact us to correct it again',
  },
  card_delivery_not_known: {
    status,
    apps: ['shop'],
    text: '{hours, plural, one {We do not know yet whether this gift card arrived. You can correct the number once we do, in # hour at the latest} other {We do not know yet whether this gift card arrived. You can correct the number once we do, in # hours at the latest}}',
  },
  recipient_opted_out: {
    status,
    apps: ['shop'],
    text: 'This number has opted out of our texts. Use another number, or send the card to your own and show or print its code',
  },
  cards_sent_too_often: {
    status,
    apps: ['shop'],
    text: 'You cannot resend any more gift cards today. Please try again tomorrow',
  },
  mobile_changed_too_often: {
    status,
    apps: ['shop'],
    text: 'This number cannot be changed again today. Please try again tomorrow',
  },
  mobile_unchanged: { status, apps: ['shop'], text: 'This gift card has already been sent to this number' },
  wait_before_resend: {
    status,
    apps: ['shop'],
    text: '{minutes, plural, one {Please wait a minute before you send it again} other {Please wait # minutes before you send it again}}',
  },
  // Thanks of a recipient
  thanks_required: { status, apps: ['shop'], text: 'Please write a few words' },
  thanks_too_long: { status, apps: ['shop'], text: 'Your words must be at most {limit} characters' },
  thanks_with_number: { status, apps: ['shop'], text: 'Phone numbers cannot be sent. Please leave them out' },
  thanks_with_link: {
    status,
    apps: ['shop'],
    text: 'Links cannot be sent. Please leave them out, and leave a space after each full stop',
  },
  // Request for a demonstration
  first_name_required: { status, apps: ['shop'], text: 'Please enter a first name' },
  first_name_too_long: { status, apps: ['shop'], text: 'First name must be at most {limit} characters' },
  last_name_required: { status, apps: ['shop'], text: 'Please enter a last name' },
  last_name_too_long: { status, apps: ['shop'], text: 'Last name must be at most {limit} characters' },
  company_required: { status, apps: ['shop'], text: 'Please enter a company' },
  company_too_long: { status, apps: ['shop'], text: 'Company must be at most {limit} characters' },
  email_required: { status, apps: ['shop'], text: 'Please enter an email' },
  email_too_long: { status, apps: ['shop'], text: 'Email must be at most {limit} characters' },
  phone_too_long: { status, apps: ['shop'], text: 'Phone must be at most {limit} characters' },
  country_too_long: { status, apps: ['shop'], text: 'Country must be at most {limit} characters' },
} as const;
