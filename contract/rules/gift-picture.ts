/**
 * Where words stand on a picture-message template. Server (the JPEG that is sent) and shop (live preview)
 * place text by the same numbers, so what the buyer sees is what the friend receives.
 */

/** Template canvas in its own units; every area below is measured in them. Portrait, because phones show it so. */
export const TEMPLATE_WIDTH = 720;
export const TEMPLATE_HEIGHT = 900;

/** One block of text. `size` is the largest font size; text that does not fit is set smaller, never cut. */
export type TextArea = {
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  align: 'start' | 'center' | 'end';
  colour: string;
};

/** `footer` carries seller and expiry: the law wants the expiry on the card itself (ACL s 99C). */
export type TemplateLayout = Record<'to' | 'message' | 'from' | 'amount' | 'footer', TextArea>;
