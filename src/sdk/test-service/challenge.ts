import type { ShownChallenge } from '../../contract/frame/challenge-box.ts';
import { baseUrl } from './client.ts';

/** A challenge as the frame hands it over. */
export function challengeAt(path: string, { title = 'Confirm your payment' } = {}): ShownChallenge {
  return {
    boxUrl: `${baseUrl}${path}`,
    texts: {
      title,
      lang: 'en',
      direction: 'ltr',
      states: {
        open: { heading: title, proceed: 'Close', stop: '' },
        closing: { heading: 'Stop this payment?', proceed: 'Continue', stop: 'Stop payment' },
        blank: { heading: 'Nothing yet', proceed: 'Try again', stop: 'Stop payment' },
      },
    },
    look: {
      dialog: 'display:flex;',
      bar: '',
      heading: '',
      button: '',
      stop: '',
      close: '',
      frame: '',
      sizes: [
        { code: '03', minWidth: 500, minHeight: 600, dialog: '', frame: 'width:500px;' },
        { code: '02', minWidth: 390, minHeight: 400, dialog: '', frame: 'width:390px;' },
        { code: '05', minWidth: 0, minHeight: 0, dialog: 'width:100%;', frame: 'width:100%;' },
      ],
    },
  };
}
