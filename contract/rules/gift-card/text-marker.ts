/** When the text is sent, the gift card's link replaces this marker. */
const TEXT_MARKER = ' [gift-card]';

export function withMarker(text: string): string {
  return `${withoutMarker(text)}${TEXT_MARKER}`;
}

export function withoutMarker(text: string): string {
  return text.endsWith(TEXT_MARKER) ? text.slice(0, -TEXT_MARKER.length) : text;
}
