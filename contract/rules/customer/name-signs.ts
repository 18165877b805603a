const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** Names stand in texts that the shop sends: no line of their own may look like another part of the text. */
export function hasControlSigns(name: string): boolean {
  return CONTROL.test(name.trim());
}
