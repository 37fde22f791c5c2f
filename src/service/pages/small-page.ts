import { createHash } from 'node:crypto';
import { type Html, html } from '../docs/html.ts';
import type { Language } from '../languages/language.ts';

type SmallPage = {
  readonly language: Language;
  readonly title: string;
  readonly style: string;
  readonly body: Html;
  /** Runs once the page stands. Default: none. */
  readonly script?: string;
  /** Where the page goes by itself, at once. Default: it stays. */
  readonly goesTo?: string;
  /** Whether it has a form for its own address. Default: it has none. */
  readonly hasForm?: boolean;
};

/** A page of a flow that somebody passes through: one document and the policy that fits it. Nobody may frame it. */
export function smallPage(page: SmallPage): { readonly text: string; readonly policy: string } {
  const { language, title, style, body, script, goesTo, hasForm = false } = page;
  const { html: text } = html`<html lang="${language.tag}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${goesTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${goesTo}">`}
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
${body}
${script !== undefined && { html: `<script>${script}</script>` }}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ];
  return { text: `<!doctype html>\n${text}`, policy: policy.join('; ') };
}

function hashOf(inline: string): string {
  return `sha256-${createHash('sha256').update(inline).digest('base64')}`;
}
