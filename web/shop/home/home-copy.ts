import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { brand } from '#web/shared/brand/brand.ts';
import type { IconName } from '#web/ui/icons.tsx';

type Point = { icon: IconName; title: MessageDescriptor; text: MessageDescriptor };

type Story = {
  title: MessageDescriptor;
  text: MessageDescriptor;
  note: MessageDescriptor;
  stepsTitle: MessageDescriptor;
  steps: readonly [Point, Point, Point];
};

const giving: Story = {
  title: msg`All you need is their mobile number`,
  text: msg`Give a gift card that arrives as a message: your picture, your words, their favourite shop. Now, or at the exact minute you choose.`,
  note: msg`No password, no app, no postage.`,
  stepsTitle: msg`A gift in three steps`,
  steps: [
    { icon: 'gift', title: msg`Pick a card`, text: msg`From small Australian shops, for the amount you like.` },
    {
      icon: 'edit',
      title: msg`Say it your way`,
      text: msg`Choose the wrapping, write your words, set the day and the hour.`,
    },
    {
      icon: 'phone',
      title: msg`It lands on their phone`,
      text: msg`A picture message and a link to the card. Nothing to install.`,
    },
  ],
};

const shopping: Story = {
  title: msg`All you need is your mobile number`,
  text: msg`Cups thrown by hand, plants, books and coffee from small Australian shops. A code by text signs you in, one tap pays.`,
  note: msg`No password, no app, no long forms.`,
  stepsTitle: msg`Yours in three steps`,
  steps: [
    { icon: 'box', title: msg`Find something good`, text: msg`From people who make it themselves, or know who did.` },
    {
      icon: 'shield',
      title: msg`Sign in by text`,
      text: msg`Your mobile and a code. Your address and card are kept for next time.`,
    },
    {
      icon: 'truck',
      title: msg`One tap, and it is on its way`,
      text: msg`To your door, or as a gift card to a friend.`,
    },
  ],
};

export const story: Story = brand.id === 'giftcard' ? giving : shopping;

export const sellerPoints = (hasWallets: boolean): readonly Point[] => [
  {
    icon: 'phone',
    title: msg`A text brings them in`,
    text: msg`Your campaign link signs your customer in and opens the exact product, ready to buy.`,
  },
  {
    icon: 'card',
    title: msg`One tap pays`,
    text: hasWallets
      ? msg`A saved card, Apple Pay or Google Pay pays at once. There is no password.`
      : msg`A saved card pays at once. There is no password.`,
  },
  {
    icon: 'gift',
    title: msg`Gift cards with your name on them`,
    text: msg`Your pictures arrive on the friend's phone, and the friend arrives at your shop.`,
  },
  {
    icon: 'shield',
    title: msg`Fair from the first day`,
    text: msg`Cards that stay good for three years, prices in full, and numbers checked by a code.`,
  },
];
