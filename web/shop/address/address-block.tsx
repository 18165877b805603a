import { showMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import type { CartAddress, CustomerAddress } from '#contract/shapes/customer.ts';
import { classes } from '#web/ui/classes.ts';
import { formatName, formatTownLine } from './address-text.ts';

type AddressBlockProps = { address: CustomerAddress | CartAddress; className?: string };

export function AddressBlock({ address, className }: AddressBlockProps) {
  return (
    <address className={classes('text-15 not-italic', className)}>
      <span className="block font-semibold">{formatName(address)}</span>
      <span className="block text-muted tabular">{showMobile(toE164(address.telephone) ?? address.telephone)}</span>
      <span className="block">{address.street[0]}</span>
      <span className="block">{formatTownLine(address)}</span>
    </address>
  );
}
