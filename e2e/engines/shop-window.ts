import { expect } from '@playwright/test';
import { By, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { Card } from '../support/pages/wallet-frame.ts';

/** The way from the page to a frame, each step a selector. */
type Place = readonly string[];

/** A busy machine is slow, not wrong. */
const SOON_MS = 60_000;

const PAGE: Place = [];
const WALLET: Place = ['iframe[src*="/wallet/frame"]'];
const BANK: Place = ['dialog[open] iframe', 'iframe[name=acs]'];

/** Runs in the page: also in the shadow roots beside its body, where the SDK has its dialogs. */
const inPage = (selector: string) => {
  const roots = [...document.documentElement.children].map(({ shadowRoot }) => shadowRoot);
  for (const place of [document, ...roots]) {
    const found = place?.querySelector(selector);
    if (found) return found;
  }
  return null;
};

export type FieldState = {
  readonly value: string;
  readonly caret: number | null;
  readonly focused: boolean;
  readonly error: string;
};

/** The demo shop by WebDriver, which every engine speaks: found by labels and texts, as a shopper finds it. */
export class ShopWindow {
  readonly driver: WebDriver;
  readonly #url: string;

  constructor(driver: WebDriver, url: string) {
    this.driver = driver;
    this.#url = url;
  }

  async open(path = '/'): Promise<void> {
    await this.driver.get(this.#url + path);
  }

  /** Opens the checkout with choices of the drawer made before. */
  async openWith(choices: Readonly<Record<string, string>>): Promise<void> {
    await this.open();
    for (const [name, value] of Object.entries(choices))
      await this.driver.executeScript('document.cookie = arguments[0]', `sandbox-${name}=${value}; path=/`);
    await this.open();
  }

  /** A field of the wallet, once it is there. */
  async field(label: string): Promise<WebElement> {
    return this.#find(WALLET, labelled(label));
  }

  async click(name: string): Promise<void> {
    await (await this.#find(PAGE, named(name))).click();
  }

  async clickInWallet(name: string): Promise<void> {
    await (await this.#find(WALLET, named(name))).click();
  }

  /** Key by key to whatever has the focus in the wallet. */
  async press(...keys: string[]): Promise<void> {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  async type(card: Partial<Card>): Promise<void> {
    const texts = {
      'Name on card': card.name,
      'Card number': card.number?.replaceAll(' ', ''),
      'Expiry date': card.expiry?.replace('/', ''),
      'Security code': card.code,
    };
    for (const [label, text] of Object.entries(texts)) {
      if (text === undefined) continue;
      await (await this.field(label)).click();
      await this.press(text);
    }
  }

  /** Types over what stands in a field that `field` gave. */
  async rewrite(field: WebElement, text: string): Promise<void> {
    await this.#go(WALLET);
    await field.click();
    await this.driver.actions().keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL).perform();
    await this.press(text.replace('/', ''));
  }

  async tick(label: string): Promise<void> {
    await (await this.#find(WALLET, labelText(label))).click();
  }

  /** Of a field that `field` gave; the wallet must not have been left since. */
  async stateOf(field: WebElement): Promise<FieldState> {
    return this.driver.executeScript<FieldState>(readField, field);
  }

  /** What the wallet computes for its document. */
  async walletStyle(property: string): Promise<string> {
    await this.#go(WALLET);
    return this.driver.executeScript<string>(
      'return getComputedStyle(document.documentElement)[arguments[0]]',
      property,
    );
  }

  /** Runs lines on the shop's page, where `sdk` is. */
  async onPage(lines: string): Promise<void> {
    await this.#go(PAGE);
    await this.driver.executeAsyncScript(
      `const done = arguments[0]; (async () => { ${lines} })().finally(done)`,
    );
  }

  async answerBank(code: string): Promise<void> {
    await (await this.#find(BANK, labelled('Verification code'))).click();
    await this.press(code);
    await (await this.#find(BANK, named('Confirm'))).click();
  }

  async see(heading: string): Promise<void> {
    await this.#find(PAGE, `//h1[normalize-space()="${heading}"]`);
  }

  async seeInWallet(name: string): Promise<void> {
    await this.#find(WALLET, named(name));
  }

  /** Waits; a frame that is just being replaced is looked for again. */
  async #find(place: Place, xpath: string): Promise<WebElement> {
    let found: WebElement | undefined;
    await expect
      .poll(
        async () => {
          [found] = await this.#go(place).then(
            () => this.driver.findElements(By.xpath(xpath)),
            () => [],
          );
          return found !== undefined;
        },
        { message: `${xpath} in ${place.join(' ') || 'the page'}`, timeout: SOON_MS },
      )
      .toBe(true);
    if (found === undefined) throw new Error(`Cannot find ${xpath}: it has gone`);
    return found;
  }

  async #go(place: Place): Promise<void> {
    await this.driver.switchTo().defaultContent();
    for (const selector of place) {
      const frame = await this.driver.executeScript<WebElement | null>(inPage, selector);
      if (frame === null) throw new Error(`Cannot go into ${selector}: found none`);
      await this.driver.switchTo().frame(frame);
    }
  }
}

const labelled = (label: string) => `//input[@id=//label[normalize-space()="${label}"]/@for]`;
const labelText = (label: string) => `//label[normalize-space()="${label}"]`;
const named = (name: string) => `//button[starts-with(normalize-space(),"${name}") or @aria-label="${name}"]`;

/** Runs in the wallet. */
function readField(input: HTMLInputElement): FieldState {
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
  const error = ids.find((id) => id.endsWith('-error')) ?? '';
  return {
    value: input.value,
    caret: input.selectionStart,
    focused: input.ownerDocument.activeElement === input,
    error: input.ownerDocument.getElementById(error)?.textContent ?? '',
  };
}
