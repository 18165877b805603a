/** `pushed`: the customer navigated forward, not back or by a redirect. */
type Listener = (path: string, pushed: boolean) => void;

let listener: Listener | null = null;

export function onPageShown(tell: Listener): void {
  listener = tell;
}

export function notifyPageShown(path: string, pushed: boolean): void {
  listener?.(path, pushed);
}
