import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The README with its script tag as this build is: the address by digest, and the hash.
 * @param {string} readme
 * @param {Record<string, { path: string, integrity: string }>} built
 */
export function withSnippet(readme, built) {
  const script = built['sdk.js'];
  if (!script) throw new Error('Cannot write the snippet: found no sdk.js in dist/sdk/integrity.json');
  const tag = /<script\s+src="(http:\/\/127\.0\.0\.1:4000)\/sdk\/[^"]*sdk\.js"[^>]*>/;
  if (!tag.test(readme))
    throw new Error('Cannot write the snippet: found no script tag of the SDK in README.md');
  const lines = [
    'src="$1',
    script.path,
    '"\n  integrity="',
    script.integrity,
    '"\n  crossorigin="anonymous"\n>',
  ];
  return readme.replace(tag, `<script\n  ${lines.join('')}`);
}

// `npm run integrity` writes it; without `--write` it is looked at alone.
if (process.argv[1] === import.meta.filename) {
  const readme = readFileSync('README.md', 'utf8');
  const wanted = withSnippet(readme, JSON.parse(readFileSync('dist/sdk/integrity.json', 'utf8')));
  if (process.argv.includes('--write')) writeFileSync('README.md', wanted);
  else if (readme !== wanted) {
    console.error("README.md: found another script's hash than this build's, run npm run integrity");
    process.exitCode = 1;
  }
}
