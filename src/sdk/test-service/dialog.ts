import type { PageDialog } from '../../contract/frame/page-dialog.ts';
import { baseUrl } from './client.ts';

/** A dialog as the frame describes it, around a page of the test service. */
export function dialogAt(path: string, { heading = 'Confirm your payment', stop = '' } = {}): PageDialog {
  return {
    css: 'display:flex;',
    lang: 'en',
    dir: 'ltr',
    ariaLabel: heading,
    parts: [
      {
        key: 'bar',
        tag: 'div',
        css: '',
        parts: [
          { key: 'heading', tag: 'h1', css: '', textContent: heading },
          { key: 'stop', tag: 'button', css: stop ? '' : 'display:none', textContent: stop },
          { key: 'goOn', tag: 'button', css: '', textContent: 'Close' },
        ],
      },
      { key: 'box', tag: 'iframe', css: 'width:500px;', title: heading, src: `${baseUrl}${path}` },
    ],
  };
}
