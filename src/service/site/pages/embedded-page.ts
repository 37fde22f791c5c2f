import { permissionsPolicy } from '../../api/http/middleware/security-headers.ts';
import type { Language } from '../languages/language.ts';
import { type Html, html } from './html.ts';
import { strictPolicy } from './strict-policy.ts';

type EmbeddedPage = {
  readonly language: Language;
  readonly title: string;
  /** Elements of the head, after the title. */
  readonly head?: Html;
  readonly body: Html;
};

/** A document for a frame on a shop's page, or for a tab of its own. */
export function embeddedPage({ language, title, head, body }: EmbeddedPage): string {
  const text = html`<html lang="${language.tag}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
  return `<!doctype html>\n${text}`;
}

/**
 * Headers of such a page: it works in cross-origin isolated shops, and is never cached. `policy`: what its
 * Content-Security-Policy allows.
 */
export function embeddedHeaders(policy: readonly string[]): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': strictPolicy(policy),
    'Cache-Control': 'no-store',
    // A bank may ask for a passkey, which every page between it and the shop must allow.
    'Permissions-Policy': permissionsPolicy({ payment: '*', 'publickey-credentials-get': '*' }),
    'Referrer-Policy': 'strict-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Lets only these origins frame a page. */
export function frameAncestors(origins: readonly string[]): string {
  return `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`;
}
