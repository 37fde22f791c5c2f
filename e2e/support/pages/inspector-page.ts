import type { Locator, Page } from '@playwright/test';

/** The inspector as a developer finds it. */
export class InspectorPage {
  readonly page: Page;
  readonly title: Locator;
  readonly tokenField: Locator;
  readonly timeline: Locator;
  readonly problem: Locator;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    this.title = page.getByRole('heading', { level: 1 });
    this.tokenField = page.getByLabel('Link or token');
    this.timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    this.problem = page.getByRole('alert');
  }

  /** By the link that the start prints. */
  async open(token: string): Promise<void> {
    await this.page.goto(`${this.#url}/#token=${token}`);
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  async goTo(name: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name, exact: true })
      .click();
    await this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  /** A row of a list, by words in it. */
  row(list: string, words: string): Locator {
    return this.page.getByRole('table', { name: list }).getByRole('row').filter({ hasText: words });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
}
