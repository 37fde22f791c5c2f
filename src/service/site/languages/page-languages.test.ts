import { beforeAll, describe, expect, test } from 'vitest';
import type { Provider } from '../../../contract/forms/provider-names.ts';
import type { ProviderRequest } from '../../base/processor/provider-gateway.ts';
import {
  appPage,
  askPage,
  leavingPage as leaveBank,
  methodPage,
  undeliveredPage as untoldBank,
  waitingPage,
  wordsPage,
} from '../../sandbox/issuer/acs-pages.ts';
import * as sheets from '../../sandbox/issuer/sheet-pages.ts';
import { boxNotice } from '../pages/box-page.ts';
import { closingPage } from '../pages/closing-page.ts';
import { type Language, loadLanguage } from './language.ts';

/** Every page of issuer, providers and service that a shopper may see, but the box itself, which its own test shows. */
function everyPage(language: Language): string[] {
  const request = {
    version: '1.0.2',
    md: 'm',
    merchantName: 'demo',
    transaction: 't',
    amount: '10.00',
  } as const;
  const asked = { language, request: { ...request, currency: 'GBP', last4: '4242' }, paReq: 'p' } as const;
  const leaving = { language, termUrl: 'https://service.test', md: 'm', paRes: 'p' };
  const sheet = (method: Provider, use: ProviderRequest['use']) =>
    ({
      language,
      signedRequest: 's',
      values: new Map(),
      request: {
        id: 'i',
        method,
        use,
        shop: 'Demo shop',
        amount: 4850,
        currency: 'EUR',
        locale: 'en',
        returnUrl: '/',
      },
    }) as const;
  const instant = sheet('paypal', 'instant');
  const payment = { attempt: 'attempt-1', method: 'paypal', use: 'instant' } as const;
  return [
    askPage(asked),
    ...[2, 1].map((left) => askPage(asked, left)),
    untoldBank(asked, 'Y'),
    appPage(asked, 't'),
    ...(['slow', 'nothing', 'app'] as const).map((why) => waitingPage(asked, why, '/acs/app')),
    ...(['over', 'ended', 'broken'] as const).map((why) => leaveBank({ ...leaving, why })),
    wordsPage(language, 'appDone'),
    wordsPage(language, 'strange'),
    methodPage({ language, methodUrl: 'https://service.test', md: 'm' }),
    ...[sheets.sheetPage(instant), sheets.sheetPage(sheet('googlepay', 'alternative'))].map(
      ({ text }) => text,
    ),
    ...[sheets.leavingPage(instant), sheets.downPage(instant), sheets.undeliveredPage(instant)].map(
      ({ text }) => text,
    ),
    sheets.strangePage({ language, method: 'paypal' }).text,
    ...(['SUCCESS', 'FAILURE', 'PENDING'] as const).map(
      (status) => closingPage({ language, payment: { ...payment, status }, shopUrl: '/' }).text,
    ),
    ...(['box.done.text', 'box.unread.text', 'ended.text'] as const).map((text) =>
      boxNotice(language, { title: 'thanks.title', text }),
    ),
  ];
}

/** What is read and what a screen reader says, without names, numbers and amounts. */
function saidBy(page: string): string[] {
  const bare = page.replaceAll(/<(style|script)\b[\s\S]*?<\/\1>/g, '');
  const names = [...bare.matchAll(/(?:aria-label|title|alt|placeholder)="([^"]+)"/g)].map(
    ([, text]) => text ?? '',
  );
  return [...names, ...bare.split(/<[^>]*>/)]
    .map((text) => text.trim())
    .filter((text) => /\p{Letter}/u.test(text) && !PROPER.test(text));
}
const PROPER =
  /^(Sandbox Bank|demo|PayPal|Google Pay|(PayPal|Google Pay): Demo shop|(Visa|Mastercard) •+ [0-9]{4})$/;

let english: Language;
beforeAll(async () => {
  english = await loadLanguage(['en']);
});

describe('every page', () => {
  test('says nothing that is not among the texts', async () => {
    const said = everyPage(await loadLanguage(['en-XA'])).flatMap(saidBy);
    expect(said.length).toBeGreaterThan(100);
    expect(said.filter((text) => !/^\[[^[\]]+\]$/.test(text))).toEqual([]);
  });

  test.each(['de', 'ar'])('has no English left in %s', async (tag) => {
    const language = await loadLanguage([tag]);
    const words = new Set(everyPage(english).flatMap(saidBy));
    expect(
      everyPage(language)
        .flatMap(saidBy)
        .filter((text) => words.has(text)),
    ).toEqual([]);
  });

  test.each([
    ['de', 'ltr'],
    ['ar', 'rtl'],
    ['ja', 'ltr'],
  ])('says that it is in %s, %s', async (tag, direction) => {
    const pages = everyPage(await loadLanguage([tag]));
    expect(pages.filter((page) => !page.includes(`<html lang="${tag}" dir="${direction}">`))).toEqual([]);
  });
});

describe('loadLanguage', () => {
  test('takes the closest of the first tag that it knows, and English for none', async () => {
    const tags = [['pt'], ['xx', 'zh-TW'], ['no'], ['xx', ''], []];
    const found = await Promise.all(tags.map(async (wanted) => (await loadLanguage(wanted)).tag));
    expect(found).toEqual(['pt-BR', 'zh-Hant', 'nb', 'en', 'en']);
  });

  test('writes amounts as the language does, and keeps names in their direction', async () => {
    const [german, arabic] = [await loadLanguage(['de']), await loadLanguage(['ar'])];
    expect(german.money(104850, 'EUR')).toBe('1.048,50\u00a0€');
    expect(arabic.t('sheet.continue', { name: 'PayPal' })).toContain('\u2068PayPal\u2069');
    expect(german.t('sheet.continue', { name: 'PayPal' })).not.toContain('\u2068');
  });
});
