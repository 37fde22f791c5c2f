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

/** One request in each language; without a script the choice is the browser's own, by mouse and keyboard. */
export function sampleTabs(request: SampleRequest): Html {
  const choices = LANGUAGES.map(
    ({ id, name }, place) =>
      html`<input type="radio" name="language" id="in-${id}" value="${id}"${place === 0 && html` checked`}><label for="in-${id}">${name}</label>`,
  );
  const panels = LANGUAGES.map(
    ({ id, name, write }) =>
      html`<div class="panel" data-language="${id}"><p class="printed">${name}</p><pre tabindex="0" aria-label="Request in ${name}"><code>${write(request)}</code></pre></div>`,
  );
  return html`<fieldset class="samples"><legend>Request</legend>
<div class="choices">${choices}</div>
${panels}</fieldset>`;
}
