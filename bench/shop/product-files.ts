import type { FormatName } from '#server/domain/catalogue/formats/columns.ts';

const THINGS = ['mug', 'lantern', 'jacket', 'candle', 'monstera', 'coffee', 'teapot', 'blanket', 'puzzle', 'soap'];
const COLOURS = ['Chalk', 'Sand', 'Sea', 'Coral', 'Ochre'];

const buildDescription = (product: number, thing = '') =>
  `"<p>Number ${product}, a ${thing} made by hand.</p>\n<ul>\n<li>It has ""quotes"" and commas,</li>\n<li>${'and a long story. '.repeat(20)}</li>\n</ul>"`;
const pickPrice = (row: number) => `${1 + (row % 300)}.${String(row % 100).padStart(2, '0')}`;

function* shopifyLines(rows: number): Generator<string> {
  yield 'Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Gift Card\n';
  for (let row = 0; row < rows; row += 1) {
    const [product, colourIndex] = [Math.floor(row / COLOURS.length), row % COLOURS.length];
    const thing = THINGS[product % THINGS.length];
    const head =
      colourIndex === 0
        ? `The ${thing} ${product},${buildDescription(product, thing)},Maker ${product % 400},Home > ${thing} > Kind ${product % 7},Colour`
        : ',,,,';
    yield `p-${product},${head},${COLOURS[colourIndex]},P-${product}-${colourIndex},shopify,${row % 50},${pickPrice(row)},FALSE\n`;
  }
}

function* magentoLines(rows: number): Generator<string> {
  yield 'sku,product_type,name,description,categories,price,qty,visibility,additional_attributes,configurable_variations\n';
  for (let product = 0; product * 6 < rows; product += 1) {
    const thing = THINGS[product % THINGS.length];
    for (const [index, colour] of COLOURS.entries())
      yield `P-${product}-${index},simple,${thing} ${colour},,,${pickPrice(product + index)},${index},Not Visible Individually,"color=${colour},size=M,climate=Cold|Windy",\n`;
    const variations = COLOURS.map((_, index) => `sku=P-${product}-${index},size=M`).join('|');
    yield `p-${product},configurable,The ${thing} ${product},${buildDescription(product, thing)},Default Category/Home/${thing}/Kind ${product % 7},,,"Catalog, Search",vendor=Maker ${product % 400},"${variations}"\n`;
  }
}

function* woocommerceLines(rows: number): Generator<string> {
  yield 'ID,Type,SKU,Name,Description,Categories,Regular price,Stock,Parent,Vendor,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n';
  for (let product = 0; product * 5 < rows; product += 1) {
    const thing = THINGS[product % THINGS.length];
    yield `${product * 5},variable,,The ${thing} ${product},${buildDescription(product, thing)},Home > ${thing} > Kind ${product % 7},,,,Maker ${product % 400},Colour,"${COLOURS.join(', ')}",Size,"S, M, L"\n`;
    for (const variation of [1, 2, 3, 4])
      yield `${product * 5 + variation},variation,P-${product}-${variation},x,,,${pickPrice(product + variation)},9,id:${product * 5},,Colour,${COLOURS[variation]},Size,${variation === 4 ? '' : 'M'}\n`;
  }
}

export const productLines: Record<FormatName, (rows: number) => Generator<string>> = {
  shopify: shopifyLines,
  magento: magentoLines,
  woocommerce: woocommerceLines,
};
