import { expect, test } from 'vitest';
import { refusedFrameHeaders } from '../routes/frame.ts';
import { embeddedHeaders } from './embedded-page.ts';
import { strictPolicy } from './strict-policy.ts';

const TAIL = "require-trusted-types-for 'script'; trusted-types 'none'";

test('strictPolicy puts what is allowed before base-uri, the others behind it, and ends on Trusted Types', () => {
  expect(strictPolicy([])).toBe(`default-src 'none'; base-uri 'none'; ${TAIL}`);
  expect(strictPolicy(["script-src 'self'", "img-src 'self'"], ["form-action 'none'"])).toBe(
    `default-src 'none'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; ${TAIL}`,
  );
});

test('strictPolicy gives pages in frames the headers that they had', () => {
  expect(embeddedHeaders(["style-src 'self'", "form-action 'none'"])['Content-Security-Policy']).toBe(
    `default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; ${TAIL}`,
  );
  expect(refusedFrameHeaders['Content-Security-Policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^;]+'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
  );
});
