import bwipjs from 'bwip-js/node';

/** Code 128 of a card's code as an SVG without text (the code stands beside it), black on white for every scanner. */
export function barcodeSvg(code: string): string {
  return bwipjs.toSVG({
    bcid: 'code128',
    text: code,
    height: 14,
    paddingwidth: 4,
    paddingheight: 2,
    backgroundcolor: 'FFFFFF',
  });
}
