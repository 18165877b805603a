import { customer, home, longAddress, manyAddresses, savedCards } from '../fixtures/customer.ts';
import { manyOrders } from '../fixtures/gift-cards.ts';
import { errorAnswer, offline, slow } from '../story/answers.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { inArea } from '../story/story.ts';

const SERVER_ERROR = errorAnswer(500, 'Something went wrong on our side. Please try again in a minute.');
const unproved = { ...customer([]), email: 'w•••@example.com', lastname: 'B.', fullname: 'Wren B.', unproved: true };
const nobody = { ...customer([]), firstname: 'Wren', lastname: 'Banks' };

export const account = inArea('Account', { session: signedInCustomer() }, [
  {
    id: 'account',
    title: 'My Account',
    at: '/account',
    shows: 'Billing address and default shipping address',
    answers: { 'GET mobiledigital/orders': { status: true, orders: manyOrders.slice(0, 3) } },
  },
  {
    id: 'account-unproved',
    title: 'My Account, after 90 days',
    at: '/account',
    shows: 'Is this still your account?',
    answers: { 'GET customers/me': unproved, 'GET mobiledigital/orders': { status: true, orders: [] } },
  },
  {
    id: 'account-unproved-ways',
    title: 'My Account, proving it again',
    at: '/account',
    shows: 'Mail me a code',
    answers: { 'GET customers/me': unproved, 'GET mobiledigital/orders': { status: true, orders: [] } },
    act: ({ press }) => press('Show what is hidden'),
  },
  {
    id: 'account-empty',
    title: 'My Account, nothing yet',
    at: '/account',
    shows: 'No addresses yet',
    answers: { 'GET customers/me': nobody },
  },
  {
    id: 'account-long',
    title: 'My Account, long words',
    at: '/account',
    shows: 'Woolloomooloo',
    answers: { 'GET customers/me': customer([longAddress]) },
  },
  {
    id: 'account-loading',
    title: 'My Account, loading',
    at: '/account',
    shows: 'Loading',
    answers: { 'GET customers/me': slow, 'GET mobiledigital/orders': slow },
  },
  {
    id: 'account-error',
    title: 'My Account, error',
    at: '/account',
    shows: 'This did not load',
    answers: { 'GET customers/me': SERVER_ERROR },
  },
  {
    id: 'account-offline',
    title: 'My Account, offline',
    at: '/account',
    shows: "You're offline",
    answers: { 'GET customers/me': offline, 'GET mobiledigital/orders': offline },
  },
  { id: 'addresses-one', title: 'Address Information', at: '/account/addressinformation', shows: '12 Fig Street' },
  {
    id: 'addresses-empty',
    title: 'Address Information, none',
    at: '/account/addressinformation',
    shows: 'No addresses yet',
    answers: { 'GET customers/me': nobody },
  },
  {
    id: 'addresses-many',
    title: 'Address Information, several',
    at: '/account/addressinformation',
    shows: 'Coffs Harbour',
    answers: { 'GET customers/me': customer(manyAddresses) },
  },
  {
    id: 'addresses-long',
    title: 'Address Information, long words',
    at: '/account/addressinformation',
    shows: 'Woolloomooloo',
    answers: { 'GET customers/me': customer([longAddress, ...manyAddresses.slice(1)]) },
  },
  {
    id: 'addresses-loading',
    title: 'Address Information, loading',
    at: '/account/addressinformation',
    shows: 'Loading',
    answers: { 'GET customers/me': slow },
  },
  {
    id: 'addresses-default',
    title: 'Choosing a default address',
    at: '/account/addressinformation',
    shows: 'Coffs Harbour',
    answers: { 'GET customers/me': customer(manyAddresses) },
    act: ({ press }) => press('Change default billing address'),
  },
  {
    id: 'addresses-remove',
    title: 'Removing an address',
    at: '/account/addressinformation',
    shows: 'Remove',
    answers: { 'GET customers/me': customer(manyAddresses) },
    act: ({ press }) => press('Remove'),
  },
  { id: 'address-add', title: 'Add New Address', at: '/account/addaddress', shows: 'Save Address' },
  {
    id: 'address-add-errors',
    title: 'Add New Address, mistakes',
    at: '/account/addaddress',
    shows: 'Missing suburb',
    answers: { 'GET customers/me': nobody },
    act: ({ press }) => press('Save Address'),
  },
  { id: 'address-edit', title: 'Edit Address', at: '/account/addaddress?id=1', shows: 'Save Address' },
  { id: 'details', title: 'Personal Details', at: '/account/personaldetails', shows: 'You sign in with this number.' },
  {
    id: 'details-name',
    title: 'Personal Details, changing the name',
    at: '/account/personaldetails',
    shows: 'Fullname',
    act: ({ press }) => press('Change name'),
  },
  {
    id: 'details-email',
    title: 'Personal Details, changing the email',
    at: '/account/personaldetails',
    shows: 'Receipts go there',
    act: ({ press }) => press('Change email'),
  },
  {
    id: 'details-mobile',
    title: 'Personal Details, changing the mobile',
    at: '/account/personaldetails',
    shows: 'Text me a code',
    act: ({ press }) => press('Change mobile'),
  },
  {
    id: 'details-long',
    title: 'Personal Details, long words',
    at: '/account/personaldetails',
    shows: 'Featherstonehaugh',
    answers: {
      'GET customers/me': {
        ...customer([longAddress]),
        email: 'bartholomew-alexander.featherstonehaugh-papadimitropoulos@the-old-customs-house.example',
      },
    },
  },
  {
    id: 'details-loading',
    title: 'Personal Details, loading',
    at: '/account/personaldetails',
    shows: 'Loading',
    answers: { 'GET customers/me': slow },
  },
  {
    id: 'details-error',
    title: 'Personal Details, error',
    at: '/account/personaldetails',
    shows: 'This did not load',
    answers: { 'GET customers/me': SERVER_ERROR },
  },
  { id: 'cards-one', title: 'Saved Cards', at: '/account/savedcards', shows: '4242' },
  {
    id: 'cards-empty',
    title: 'Saved Cards, none',
    at: '/account/savedcards',
    shows: 'No saved cards',
    answers: { 'GET mobiledigital/savedcards': { status: true, data: [] } },
  },
  {
    id: 'cards-many',
    title: 'Saved Cards, every brand',
    at: '/account/savedcards',
    shows: '0010',
    answers: { 'GET mobiledigital/savedcards': { status: true, data: savedCards } },
  },
  {
    id: 'cards-remove',
    title: 'Removing a saved card',
    at: '/account/savedcards',
    shows: 'Remove this card?',
    answers: { 'GET mobiledigital/savedcards': { status: true, data: savedCards } },
    act: ({ press }) => press('Remove the card ending in 4242'),
  },
  {
    id: 'cards-loading',
    title: 'Saved Cards, loading',
    at: '/account/savedcards',
    shows: 'Loading',
    answers: { 'GET mobiledigital/savedcards': slow },
  },
  {
    id: 'addresses-no-default',
    title: 'Saved addresses without a default',
    at: '/account/addressinformation',
    shows: 'Choose default billing',
    answers: {
      'GET customers/me': {
        ...nobody,
        addresses: [{ ...home, id: 5, default_billing: false, default_shipping: false }],
      },
    },
  },
]);
