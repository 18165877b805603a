import { create } from 'zustand';

/** Quantities on screen that the server does not have yet, by the key of their line. */
export const useWantedQuantities = create<Readonly<Record<string, number>>>(() => ({}));

export function wantQuantity(key: string, qty: number): void {
  useWantedQuantities.setState({ [key]: qty });
}

/** The server has this quantity, or has said no to it; another may be wanted by now. */
export function dropQuantity(key: string, qty: number): void {
  const { [key]: wanted, ...others } = useWantedQuantities.getState();
  if (wanted === qty) useWantedQuantities.setState(others, true);
}
