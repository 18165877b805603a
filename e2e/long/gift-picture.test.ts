import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { templateLayout, templatePicture } from '#db/seed/art/template-art.ts';
import { composePictureMessage } from '#server/platform/pictures/message/picture-message.ts';
import { measureDifference, takeScreenshot } from '../steps/compare-pictures.ts';
import { ADD, heading, setUpGiftCardFlow } from '../steps/gift-card-on-the-way.ts';

/** Maximum difference between two equal pictures. A single different letter exceeds it. */
const ALIKE = 0.002;

const MESSAGES: [firstname: string, message: string][] = [
  ['Mia', 'Happy birthday!'],
  ['Zoe', 'AVA, To. fly WAY Ta'],
  ['O’Brien', 'You did it — “bravo”, 100%'],
  ['Max', 'i'],
  ['Wolfeschlegelsteinhaus', 'W'.repeat(50)],
  ['Ed', 'one two three four five six seven eight nine ten'],
  ['Nguyễn', 'Chúc mừng sinh nhật bạn yêu quý!'],
  ['Đặng Thị', 'Hạnh phúc mãi mãi, ở đâu cũng vậy'],
  ['Łukasz', 'Żółć, gęś: wszystkiego najlepszego'],
  ['Zoë', 'Fröhliche Weihnachten, Grüße, Øl & Æble'],
  ['İpek', 'Doğum günün kutlu olsun, ışığım'],
  ['Ελένη', 'Χρόνια πολλά, με αγάπη'],
  ['Γιώργος', 'Συγχαρητήρια! Καλή τύχη, φίλε μου'],
  ['Анна', 'С днём рождения, дорогая!'],
  ['Оленка', 'З днем народження, їжачок ґ'],
  ['أحمد', 'عيد ميلاد سعيد يا صديقي'],
  ['فاطمة', 'ألف مبروك! ٢٠٢٦ سنة سعيدة'],
  ['شیرین', 'تولدت مبارک، می‌خواهم بخندی'],
  ['שירה', 'יום הולדת שמח!'],
  ['דוד', 'מזל טוב (50 שקלים) ממני'],
  ['สมชาย', 'สุขสันต์วันเกิดนะครับ ขอให้มีความสุข'],
  ['ปิ่น', 'ยินดีด้วย! ที่รักของฉัน'],
  ['प्रिया', 'जन्मदिन की हार्दिक शुभकामनाएँ'],
  ['कृष्ण', 'बधाई हो, मित्र! श्री ज्ञान'],
  ['小明', '生日快乐，天天开心！'],
  ['美玲', '祝你一切顺利，万事如意，身体健康，笑口常开，阖家幸福。'],
  ['陳大文', '恭喜發財，年年有餘'],
  ['さくら', 'お誕生日おめでとうございます！'],
  ['健太', 'ちょっとしたプレゼントです。ゆっくり休んでね'],
  ['ユキ', '「ありがとう」を込めて'],
  ['지은', '생일 축하해요! 행복한 하루 보내세요'],
  ['민수', '고마워 친구야'],
  ['Emoji', '🎂🎉🎁🥳❤️✨'],
  ['Tones', '👋🏻👋🏼👋🏽👋🏾👋🏿 👩🏽‍🚀🧑🏿‍🎤'],
  ['Flags', '🇦🇺🇳🇿🇯🇵🏴󠁧󠁢󠁥󠁮󠁧󠁿🏳️‍🌈'],
  ['Families', '👨‍👩‍👧‍👦 👩‍❤️‍👨 👬🏽 1️⃣ #️⃣'],
  ['Mixed', 'Hi 小明, שלום & سلام 👋🏾'],
  ['Styled', '𝓗𝓪𝓹𝓹𝔂 ﬁne ① ½ °C'],
  ['Lines', 'one\ntwo\n\nthree'],
  ['Signs', '<b>&amp; "quotes" \\ {x} $50 → €'],
];

describe('the gift picture on screen and in the message', () => {
  const { fixture, open } = setUpGiftCardFlow();

  async function typed(page: Page, firstname: string, message: string) {
    const drawn = page.waitForResponse(
      (response) =>
        response.url().endsWith('/giftcardpicture') && readWords(response.request().postDataJSON()).message === message,
    );
    await page.getByLabel('Firstname').fill(firstname);
    await page.getByLabel('Image message').fill(message);
    const words = readWords((await drawn).request().postDataJSON());
    const shown = page.locator('[data-phone] [role=img][aria-busy=false]');
    await expect.poll(() => shown.getAttribute('aria-label')).toContain(`For ${firstname}. ${message}. From`);
    await shown
      .locator('img')
      .last()
      .evaluate((image: HTMLImageElement) => image.decode());
    return { shown, words };
  }
  const readWords = (body: { words: PictureWords }) => body.words;
  const composeMessage = (words: PictureWords, key: string) =>
    composePictureMessage({
      templateSvgOrRaster: { mime: 'image/svg+xml', bytes: Buffer.from(templatePicture(key)) },
      layout: templateLayout(key),
      ...words,
    });

  it('sends the picture that the customer saw while typing, in every script (40 messages)', async () => {
    // Uses a window that shows the picture beside the fields, at a phone's pixel density.
    const page = await open(ADD, { recipient_message: '' }, { size: { width: 1280, height: 1000 }, density: 3 });
    await heading(page, /Who are you sending/).waitFor();
    const key = fixture.templates[0]?.mms_template_id ?? '';
    const differences: [string, number][] = [];
    let former: Buffer | undefined;
    for (const [firstname, message] of MESSAGES) {
      const { shown, words } = await typed(page, firstname, message);
      expect(words.to).toBe(`For ${firstname}`);
      const jpeg = await composeMessage(words, key);
      const screenshot = await takeScreenshot(shown);
      differences.push([message, await measureDifference(screenshot, jpeg)]);
      // Proves that the comparison detects differences: the previous message must look different.
      if (former) expect([message, (await measureDifference(screenshot, former)) > ALIKE]).toEqual([message, true]);
      former = jpeg;
    }
    expect(differences).toHaveLength(40);
    expect(differences.filter(([, difference]) => difference > ALIKE)).toEqual([]);
  });
});
