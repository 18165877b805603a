import { create } from 'zustand';

/** Quantities that the server does not have yet, by line key. */
export const useWantedQuantities = create<Readonly<Record<string, number>>>(() => ({}));

export function setWantedQuantity(key: string, qty: number): void {
  useWantedQuantities.setState({ [key]: qty });
}

/**
 * Removes the wanted quantity once the server has accepted or rejected `qty`, unless the customer has chosen a newer
 * one.
 */
export function dropQuantity(key: string, qty: number): void {
  const { [key]: wantedQty, ...otherQuantities } = useWantedQuantities.getState();
  if (wantedQty === qty) useWantedQuantities.setState(otherQuantities, true);
}
