const SHORT_LENGTH = 20;

export function shorten(text: string): string {
  return text.length > SHORT_LENGTH ? `${text.slice(0, SHORT_LENGTH)}...` : text;
}
