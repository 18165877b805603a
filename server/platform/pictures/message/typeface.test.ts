import { describe, expect, it } from 'vitest';
import { findNotShown, openTypeface } from './typeface.ts';

async function draw(text: string, weight: 500 | 600 | 700 | 800 = 600) {
  const paragraph = (await openTypeface({ weight, texts: [text] })).paragraph(text);
  const line = paragraph.set(0, paragraph.text.length);
  return {
    ...line,
    rightToLeft: paragraph.rightToLeft,
    ids: line.glyphs.filter(({ shape }) => shape.ink).map(({ shape }) => shape.id),
  };
}
const listFonts = async (text: string) => [
  ...new Set((await draw(text)).ids.map((id) => id.replace(/(-\d+)?-\d+-\d+$/, ''))),
];

describe('font selection', () => {
  it.each([
    ['Hey $50 – ok?', ['bricolage-grotesque-latin']],
    ['ğŁ', ['bricolage-grotesque-latin-ext']],
    ['ậỹ', ['bricolage-grotesque-vietnamese']],
    ['Χαρά', ['noto-sans-greek']],
    ['Анна', ['noto-sans-cyrillic']],
    ['प्रिया', ['noto-sans-devanagari']],
    ['สมชาย', ['noto-sans-thai-thai']],
    ['שירה', ['noto-sans-hebrew-hebrew']],
    ['أحمد', ['noto-sans-arabic-arabic']],
    ['Արմեն', ['noto-sans-armenian-armenian']],
    ['প্রিয়া', ['noto-sans-bengali-bengali']],
    ['ሰላም', ['noto-sans-ethiopic-ethiopic']],
    ['ნინო', ['noto-sans-georgian-georgian']],
    ['પ્રિયા', ['noto-sans-gujarati-gujarati']],
    ['ਗੁਰਪ੍ਰੀਤ', ['noto-sans-gurmukhi-gurmukhi']],
    ['ಪ್ರಿಯಾ', ['noto-sans-kannada-kannada']],
    ['សុភាព', ['noto-sans-khmer-khmer']],
    ['ສົມພອນ', ['noto-sans-lao-lao']],
    ['പ്രിയ', ['noto-sans-malayalam-malayalam']],
    ['ᠪᠠᠲᠤ', ['noto-sans-mongolian-mongolian']],
    ['ကျော်', ['noto-sans-myanmar-myanmar']],
    ['ପ୍ରିୟା', ['noto-sans-oriya-oriya']],
    ['ප්‍රියා', ['noto-sans-sinhala-sinhala']],
    ['கோபி', ['noto-sans-tamil-tamil']],
    ['ప్రియ', ['noto-sans-telugu-telugu']],
    ['བཀྲ་ཤིས', ['noto-serif-tibetan-tibetan']],
    ['小明', ['noto-sans-sc']],
    ['さくら小', ['noto-sans-jp']],
    ['지은小', ['noto-sans-kr']],
    ['Hi 小明!', ['bricolage-grotesque-latin', 'noto-sans-sc']],
  ])('draws %s in the fonts %j', async (text, fonts) => {
    expect(await listFonts(text)).toEqual(fonts);
    expect(await findNotShown(text)).toEqual([]);
  });

  it('draws each font weight with its own outlines', async () => {
    const [thin, fat] = [await draw('Mia', 500), await draw('Mia', 800)];
    expect(fat.width).toBeGreaterThan(thin.width);
    expect(fat.glyphs[0]?.shape.svg()).not.toBe(thin.glyphs[0]?.shape.svg());
  });

  it('kerns pairs of letters that leave a gap', async () => {
    for (const pair of ['AV', 'To', 'P.'])
      expect((await draw(pair)).width).toBeLessThan(
        (await draw(pair[0] ?? '')).width + (await draw(pair[1] ?? '')).width - 0.02,
      );
  });
});

describe('complex scripts', () => {
  it('draws Arabic letters in their joined forms inside a word', async () => {
    const [alone, joined] = [await draw('س'), await draw('سسس')];
    expect(new Set(joined.ids).size).toBe(3);
    expect(joined.ids.filter((id) => alone.ids.includes(id))).toEqual([]);
  });

  it('sets Hebrew from right to left and its digits from left to right', async () => {
    const [hebrew, figures] = [(await draw('אב')).ids, (await draw('12')).ids];
    const mixed = await draw('אב 12');
    expect(mixed.rightToLeft).toBe(true);
    expect(mixed.ids).toEqual([...figures, ...hebrew]);
    expect((await draw('א')).ids).toEqual([hebrew[1]]);
  });

  it('mirrors brackets in right-to-left text', async () => {
    const [open] = (await draw('(')).ids;
    const [first] = (await draw('א(ב)')).ids;
    expect(first).toBe(open);
    expect((await draw('א(ב)')).ids).toHaveLength(4);
  });

  it('reorders Devanagari vowel signs, and gives Thai marks no width', async () => {
    expect((await draw('कि')).ids[1]).toBe((await draw('क')).ids[0]);
    expect((await draw('ที่')).width).toBeCloseTo((await draw('ท')).width);
  });
});

describe('scripts of South and Southeast Asia', () => {
  it('places a Tamil vowel sign on both sides of its letter', async () => {
    const [letter] = (await draw('க')).ids;
    const syllable = (await draw('கோ')).ids;
    expect(syllable).toHaveLength(3);
    expect(syllable[1]).toBe(letter);
  });

  it('draws a second Khmer consonant below the first, but the consonant r before it', async () => {
    const [[letter], below, before] = await Promise.all([draw('ស').then(({ ids }) => ids), draw('ស្ត'), draw('ស្រ')]);
    expect(below.ids).toHaveLength(2);
    expect(below.ids[0]).toBe(letter);
    expect(before.ids).toHaveLength(2);
    expect(before.ids[1]).toBe(letter);
  });

  it('draws a Myanmar vowel sign before the letter that precedes it in the text', async () => {
    const [letter] = (await draw('မ')).ids;
    expect((await draw('မေ')).ids[1]).toBe(letter);
    expect((await draw('ကျ')).width).not.toBeCloseTo((await draw('က')).width);
  });
});

describe('emoji', () => {
  it.each(['🎂', '❤️', '❤', '👍🏽', '👩🏽‍🚀', '1️⃣', '🏳️‍🌈', '☕', '🇦🇺', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧‍👦', '👉🏿'])(
    'draws %s as a single image',
    async (emoji) => {
      expect((await draw(emoji)).ids).toEqual([expect.stringMatching(/^emoji-/)]);
      expect(await findNotShown(emoji)).toEqual([]);
    },
  );

  it('draws an emoji with a skin tone differently from the plain emoji', async () => {
    expect((await draw('👍🏽')).ids).not.toEqual((await draw('👍')).ids);
  });

  it('draws an ambiguous character as text unless a variation selector requests an emoji', async () => {
    expect((await draw('©')).ids).toEqual([expect.stringMatching(/^bricolage/)]);
    expect((await draw('©\ufe0f')).ids).toEqual([expect.stringMatching(/^emoji/)]);
    expect((await draw('5')).ids).toEqual([expect.stringMatching(/^bricolage/)]);
  });
});

describe('characters without a font', () => {
  it('lists each unsupported character once, in order, and draws it as a question mark', async () => {
    expect(await findNotShown('Hi 𓀀 and \ue000 and 𓀀')).toEqual(['𓀀', '\ue000']);
    expect((await draw('𓀀')).ids).toEqual((await draw('?')).ids);
  });

  it('looks up each unsupported character only once when texts share a cache', async () => {
    const looked = new Map([['Ω', false]]);
    expect([await findNotShown('小𓀀Ω', looked), await findNotShown('𓀀明', looked)]).toEqual([['𓀀', 'Ω'], ['𓀀']]);
    expect(Object.fromEntries(looked)).toEqual({ Ω: false, 小: true, 𓀀: false, 明: true });
  });

  it('draws a styled letter as the plain letter', async () => {
    expect((await draw('𝓗')).ids).toEqual((await draw('H')).ids);
    expect(await findNotShown('𝓗ﬃ①')).toEqual([]);
  });

  it('ignores joiners, direction marks and control characters', async () => {
    expect((await draw('a\u200b\u200fb\u0007')).ids).toEqual((await draw('ab')).ids);
    expect(await findNotShown('\u200b \ufe0f\u2067\u0000')).toEqual([]);
  });
});
