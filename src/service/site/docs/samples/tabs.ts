import { type Html, html } from '../../pages/html.ts';
import { curlSample } from './curl-sample.ts';
import { nodeSample } from './node-sample.ts';
import { phpSample } from './php-sample.ts';
import { pythonSample } from './python-sample.ts';
import type { SampleRequest } from './sample-request.ts';

const LANGUAGES = [
  { id: 'curl', name: 'curl', write: curlSample },
  { id: 'node', name: 'Node', write: nodeSample },
  { id: 'python', name: 'Python', write: pythonSample },
  { id: 'php', name: 'PHP', write: phpSample },
] as const;

/** One request in each language. */
export function sampleTabs(request: SampleRequest): Html {
  return codeTabs(
    'Request',
    LANGUAGES.map(({ id, name, write }) => ({ id, name, code: write(request) })),
  );
}

type Tab = { readonly id: (typeof LANGUAGES)[number]['id']; readonly name: string; readonly code: string };

/** The same in several languages; without a script the choice is the browser's own, by mouse and keyboard. */
export function codeTabs(title: string, tabs: readonly Tab[]): Html {
  const choices = tabs.map(
    ({ id, name }, place) =>
      html`<input type="radio" name="language" id="in-${id}" value="${id}"${place === 0 && html` checked`}><label for="in-${id}">${name}</label>`,
  );
  const panels = tabs.map(
    ({ id, name, code }) =>
      html`<div class="panel" data-language="${id}"><p class="printed">${name}</p><pre tabindex="0" aria-label="${title} in ${name}"><code>${code}</code></pre></div>`,
  );
  return html`<fieldset class="samples"><legend>${title}</legend>
<div class="choices">${choices}</div>
${panels}</fieldset>`;
}
