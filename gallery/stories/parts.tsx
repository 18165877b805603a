import { type ReactNode, useState } from 'react';
import { SecureMobileMark } from '#web/shop/shell/secure-mobile-mark.tsx';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, type ButtonVariant, IconButton, LinkButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Checkbox, RadioCard } from '#web/ui/form/choice.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Stepper } from '#web/ui/form/stepper.tsx';
import { TextArea, TextField } from '#web/ui/form/text-field.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { itemAt } from '../fixtures/products.ts';
import { cardTiles, simpleTiles } from '../fixtures/tiles.ts';
import type { Story } from '../story/story.ts';

const VARIANTS: ButtonVariant[] = ['primary', 'plain', 'quiet', 'danger'];
const LONG = 'Save this address and send everything there from now on, please';
const ICONS: IconName[] = [
  ...([
    'menu',
    'cart',
    'close',
    'back',
    'forward',
    'down',
    'up',
    'check',
    'plus',
    'minus',
    'person',
    'shield',
  ] as const),
  ...(['phone', 'clock', 'calendar', 'card', 'gift', 'home', 'box', 'search', 'edit', 'bin', 'copy', 'alert'] as const),
  ...(['offline', 'signOut', 'truck'] as const),
];

function Typed({ children }: { children: (value: string, set: (value: string) => void) => ReactNode }) {
  const [value, setValue] = useState('Wren Banks');
  return children(value, setValue);
}

const Buttons = () => (
  <>
    {VARIANTS.map((variant) => (
      <div key={variant} className="flex flex-wrap items-center gap-3">
        <Button variant={variant}>Continue</Button>
        <Button variant={variant} disabled>
          Not now
        </Button>
        <Button variant={variant} busy>
          Saving
        </Button>
      </div>
    ))}
    <Button wide>{LONG}</Button>
    <div className="flex flex-wrap items-center gap-3">
      <LinkButton to="/browse">A link</LinkButton>
      <LinkButton to="/browse" variant="plain">
        <Icon name="plus" className="size-5" />
        With an icon
      </LinkButton>
      <IconButton label="Search">
        <Icon name="search" />
      </IconButton>
      <CopyButton text="TKGC" label="Copy the code" />
    </div>
  </>
);

const Fields = () => (
  <>
    <Typed>{(value, set) => <TextField label="Fullname" value={value} onValue={set} />}</Typed>
    <TextField label="Mobile" value="" placeholder="0412 345 678" onValue={() => undefined} hint="For the driver." />
    <TextField label="Email" value="wren@" onValue={() => undefined} error="Please enter a valid email" />
    <TextField label="Read only" value="0412 345 678" />
    <TextField label="Disabled" value="Not yet" disabled onValue={() => undefined} />
    <TextArea label="Image message" limit={50} rows={2} value="Happy birthday, Mia!" onValue={() => undefined} />
    <TextArea label="Nearly full" limit={50} rows={2} value={'x'.repeat(48)} onValue={() => undefined} />
    <TextArea
      label="Too long"
      limit={50}
      rows={2}
      value={'x'.repeat(58)}
      onValue={() => undefined}
      error="Your message must be at most 50 characters"
    />
    <Select
      label="State"
      value="NSW"
      onValue={() => undefined}
      options={[
        { value: 'NSW', label: 'New South Wales' },
        { value: 'VIC', label: 'Victoria' },
      ]}
    />
    <Select
      label="Country"
      value=""
      onValue={() => undefined}
      error="Please choose a country"
      options={[{ value: '', label: 'Choose one' }]}
    />
  </>
);

const Choices = () => (
  <>
    <Checkbox checked onValue={() => undefined}>
      Keep me posted about what is new
    </Checkbox>
    <Checkbox checked={false} onValue={() => undefined} error="Please accept the terms and conditions">
      I accept the Terms &amp; Conditions
    </Checkbox>
    <fieldset className="space-y-3">
      <legend className="sr-only">Addresses</legend>
      <RadioCard name="where" value="one" checked onValue={() => undefined} aside={<Icon name="home" />}>
        12 Fig Street, Pyrmont
      </RadioCard>
      <RadioCard name="where" value="two" checked={false} onValue={() => undefined}>
        Level 17, Suite 1704b, The Old Customs House and Bond Store Annexe, 1204–1210 Great Western Highway
      </RadioCard>
      <RadioCard name="where" value="three" checked={false} disabled onValue={() => undefined}>
        Not to be had
      </RadioCard>
    </fieldset>
    <Stepper label="Quantity" value={1} onValue={() => undefined} />
  </>
);

const Notices = () => (
  <>
    <Notice>Your card information will be encrypted.</Notice>
    <Notice tone="good">Saved.</Notice>
    <Notice tone="warn">We don’t text at night, so it will arrive at 6:00 am tomorrow.</Notice>
    <Notice tone="bad">{`${LONG}. `.repeat(3)}</Notice>
    <EmptyState
      picture={<Icon name="box" className="size-16" />}
      title="No orders"
      text="Your orders will appear here."
    >
      <LinkButton to="/browse" variant="plain">
        Browse
      </LinkButton>
    </EmptyState>
  </>
);

const Pictures = () => (
  <>
    <Picture
      picture={itemAt(cardTiles, 0).picture}
      alt="A shelf"
      sizes="400px"
      ratio={0.62}
      first
      className="rounded-card"
    />
    <div className="grid grid-cols-2 gap-3">
      <Picture
        picture={itemAt(simpleTiles, 0).picture}
        alt="A book"
        sizes="200px"
        ratio={1.2}
        first
        className="rounded-card"
      />
      <Picture
        picture={{ ...itemAt(cardTiles, 1).picture, id: 'not-there' }}
        alt="A picture that does not come"
        sizes="200px"
        ratio={1.2}
        className="rounded-card"
      />
    </div>
    <SecureMobileMark />
  </>
);

const Waits = () => (
  <div aria-busy="true" className="space-y-3">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-9 w-48" />
    <Skeleton className="h-20 w-full" />
    <Spinner className="size-9 text-accent" />
  </div>
);

const Words = () => (
  <>
    <p>
      <Price text="From $25.00 AUD" size="large" />
    </p>
    <p>
      <Price text="$12,849.95 AUD" />
    </p>
    <p>
      <Price text="$16.34 USD" size="small" />
    </p>
    <RichText html="<p>Plain words with a <a href='/terms'>link</a> and <strong>weight</strong>.</p><ul><li>One</li><li>Two</li></ul><table><tr><td>A wide table that scrolls by itself when it must</td><td>And another cell of it</td></tr></table>" />
    <Tabs
      label="About this product"
      tabs={[
        { id: 'one', label: 'Shipping', content: <p>Packed within a day.</p> },
        { id: 'two', label: 'Sizing Chart', content: <p>Chart</p> },
        { id: 'three', label: 'Questions & Answers', content: <p>Answers</p> },
      ]}
    />
  </>
);

const Icons = () => (
  <ul className="grid grid-cols-4 gap-3">
    {ICONS.map((name) => (
      <li key={name} className="flex flex-col items-center gap-3 text-13">
        <Icon name={name} />
        {name}
      </li>
    ))}
  </ul>
);

const Bar = () => (
  <>
    {['one', 'two', 'three', 'four', 'five', 'six'].map((row) => (
      <Skeleton key={row} className="h-20 w-full" />
    ))}
    <ActionBar>
      <Button variant="plain">Cancel</Button>
      <Button>Save Address</Button>
    </ActionBar>
  </>
);

const sheet = (from: 'bottom' | 'side') => () => (
  <Sheet from={from} onClose={() => undefined}>
    <div className={from === 'side' ? 'p-5' : ''}>
      <SheetTitle>Remove this address?</SheetTitle>
      <p className="mt-3">{`${LONG}. `.repeat(4)}</p>
      <Button wide className="mt-5">
        Keep it
      </Button>
    </div>
  </Sheet>
);

const drawn: [id: string, title: string, shows: string, part: () => ReactNode][] = [
  ['parts-buttons', 'Buttons', 'Not now', Buttons],
  ['parts-fields', 'Fields', 'Nearly full', Fields],
  ['parts-choices', 'Choices', 'Not to be had', Choices],
  ['parts-notices', 'Notices and empty states', 'No orders', Notices],
  ['parts-pictures', 'Pictures', 'Pictures', Pictures],
  ['parts-waiting', 'Waiting', 'Loading', Waits],
  ['parts-words', 'Prices, texts, tabs', 'Packed within a day.', Words],
  ['parts-icons', 'Icons', 'truck', Icons],
  ['parts-bar', 'The bar at the thumb', 'Save Address', Bar],
  ['parts-sheet', 'A sheet', 'Keep it', sheet('bottom')],
  ['parts-sheet-side', 'A sheet from the side', 'Keep it', sheet('side')],
];

export const parts: Story[] = drawn.map(([id, title, shows, part]) => ({ id, title, shows, part, area: 'Parts' }));
