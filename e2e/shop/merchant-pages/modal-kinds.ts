/** A shop's modal around the wallet, re-created by what it does to the page; libraries that do so are in its title. */
export type ModalKind = {
  readonly title: string;
  /** HTML around `#wallet`. Default: a plain element. */
  readonly body?: string;
  /** Script that has `modal` and `heard` at hand, and runs before the wallet begins. */
  readonly opens: string;
  /** Runs once the bank's box is on the page. */
  readonly after?: string;
  /** Whether it is still open, as an expression. Default: what presses outside take away. */
  readonly stands?: string;
};

const PLAIN = '<main><button>Shop</button></main><div id="modal" role="dialog"><div id="wallet"></div></div>';
const NATIVE = '<main><button>Shop</button></main><dialog id="modal"><div id="wallet"></div></dialog>';

/** What a press outside does: the modal goes, and what is in it. */
export const MODAL_SCRIPT = `
  const modal = document.querySelector('#modal');
  const heard = [];
  const isOutside = (target) => target instanceof Node && target !== document && !modal.contains(target);
  const close = ({ type, target }) => { if (!isOutside(target)) return; heard.push(type); modal.hidden = true; };
  const on = (place, types, act, capture) => {
    for (const type of types.split(' ')) place.addEventListener(type, act, capture);
  };
`;

const PRESSES = 'pointerdown pointerup mousedown mouseup touchstart touchend click';

const pullBack = `
  let last = modal;
  modal.tabIndex = -1;
  const pull = ({ target }) => { if (isOutside(target)) last.focus(); else if (target !== document) last = target; };
`;

export const MODAL_KINDS: readonly ModalKind[] = [
  {
    title: 'takes the pointer from the body and closes by a press or the focus outside (Radix, vaul)',
    opens: `
      document.body.style.pointerEvents = 'none';
      modal.style.pointerEvents = 'auto';
      on(document, '${PRESSES} focusin', close, false);
      on(document, 'wheel touchmove', (event) => { if (isOutside(event.target)) event.preventDefault(); }, { passive: false });
    `,
  },
  {
    title:
      'makes all else inert, whatever comes, and closes by a press outside or the focus in a frame (Headless UI, React Aria)',
    opens: `
      const others = () => [...document.body.children].filter((each) => each !== modal && each.localName !== 'script');
      const hide = () => { for (const each of others()) { each.inert = true; each.setAttribute('aria-hidden', 'true'); } };
      hide();
      new MutationObserver(hide).observe(document.body, { childList: true });
      on(document, '${PRESSES}', close, true);
      const gone = () => { if (document.activeElement.localName === 'iframe') close({ type: 'blur', target: document.activeElement }); };
      addEventListener('blur', gone, true);
    `,
  },
  {
    title: 'pulls the focus back and swallows what is pressed outside (focus-trap, Bootstrap)',
    opens: `
      ${pullBack}
      const swallow = (event) => {
        if (!isOutside(event.target)) return;
        heard.push(event.type);
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      on(document, 'focusin', pull, true);
      on(document, 'mousedown touchstart click keydown', swallow, { capture: true, passive: false });
      modal.focus();
    `,
  },
  {
    title: 'listens on window before anybody else',
    opens: `on(window, '${PRESSES} focusin keydown', close, true);`,
  },
  {
    title: 'is a native dialog that was opened before',
    body: NATIVE,
    opens: `
      modal.showModal();
      on(modal, 'click', ({ target }) => { if (target === modal) { heard.push('click'); modal.close(); } }, false);
      on(document, '${PRESSES}', close, true);
      modal.oncancel = () => heard.push('cancel');
    `,
    stands: 'modal.open',
  },
  {
    title: 'is beside a native dialog that is opened after',
    body: `${PLAIN}<dialog id="later"><button>Stay</button></dialog>`,
    opens: '',
    after: `document.querySelector('#later').showModal();`,
  },
  {
    title: 'is in a shadow root, where a dialog is opened after',
    body: '<main><button>Shop</button></main><div id="modal"></div>',
    opens: `
      const root = modal.attachShadow({ mode: 'open' });
      root.innerHTML = '<dialog class="first"><div class="place"></div></dialog><dialog class="later"><button>Stay</button></dialog>';
      root.querySelector('.first').showModal();
      settings.container = root.querySelector('.place');
      on(document, '${PRESSES} focusin', close, true);
    `,
    after: `modal.shadowRoot.querySelector('.later').showModal();`,
    stands: `modal.shadowRoot.querySelector('.first').open`,
  },
  {
    title: 'is a fullscreen element',
    opens: `globalThis.fill = () => modal.requestFullscreen();`,
    stands: 'document.fullscreenElement === modal',
  },
  {
    title: 'fills the screen after',
    opens: `on(document, '${PRESSES}', close, true);`,
    after: `await modal.requestFullscreen();`,
    stands: 'document.fullscreenElement === modal',
  },
  {
    title: 'is hidden with its step while the shop bills',
    opens: '',
    after: `modal.style.display = 'none'; modal.inert = true;`,
    stands: 'true',
  },
];
