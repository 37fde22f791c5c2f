import type { Language } from '../languages/language.ts';
import { embeddedPage } from './embedded-page.ts';
import { type Html, html, raw } from './html.ts';
import { policyHash } from './policy-hash.ts';
import { strictPolicy } from './strict-policy.ts';

type SmallPage = {
  readonly language: Language;
  readonly title: string;
  readonly style: string;
  readonly body: Html;
  /** Script that runs at the end of the document. Default: none. */
  readonly script?: string;
  /** Where the page goes at once, by itself. Default: it stays. */
  readonly goesTo?: string;
  /** Whether the page has a form that posts to its own address. Default: it has none. */
  readonly hasForm?: boolean;
};

/** An intermediate page: one document and its policy. No page may frame it. */
export function smallPage(page: SmallPage): { readonly text: string; readonly policy: string } {
  const { language, title, style, body, script, goesTo, hasForm = false } = page;
  const refresh = goesTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${goesTo}">\n`;
  const text = embeddedPage({
    language,
    title,
    head: html`${refresh}<style>${raw(style)}</style>`,
    body: html`${body}${script !== undefined && html`\n<script>${raw(script)}</script>`}`,
  });
  const policy = strictPolicy(
    [`style-src ${policyHash(style)}`, ...(script === undefined ? [] : [`script-src ${policyHash(script)}`])],
    [`form-action ${hasForm ? "'self'" : "'none'"}`, "frame-ancestors 'none'"],
  );
  return { text, policy };
}
