import { DialogPanel, Dialog as HeadlessDialog } from '@headlessui/react';
import * as Radix from '@radix-ui/react-dialog';
import { Modal as BootstrapModal } from 'bootstrap';
import { createFocusTrap } from 'focus-trap';
import { useState } from 'react';
import { Dialog as AriaDialog, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { Drawer } from 'vaul';
import { checkoutIn } from './checkout.js';

/** Each closes by a press outside, and takes what is in it along. */
const name = { 'aria-label': 'Checkout' };
const Place = () => <div ref={checkoutIn} />;

const components = {
  radix: () => (
    <Radix.Root defaultOpen={true}>
      <Radix.Portal>
        <Radix.Overlay />
        <Radix.Content {...name} aria-describedby={undefined}>
          <Radix.Title>Checkout</Radix.Title>
          <Place />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  ),
  vaul: () => (
    <Drawer.Root defaultOpen={true}>
      <Drawer.Portal>
        <Drawer.Overlay />
        <Drawer.Content {...name} aria-describedby={undefined}>
          <Drawer.Title>Checkout</Drawer.Title>
          <Place />
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  ),
  aria: () => (
    <ModalOverlay isDismissable={true} defaultOpen={true}>
      <AriaModal>
        <AriaDialog {...name}>
          <Place />
        </AriaDialog>
      </AriaModal>
    </ModalOverlay>
  ),
  headless: () => <Headless />,
};

function Headless() {
  const [isOpen, setOpen] = useState(true);
  return (
    <HeadlessDialog {...name} open={isOpen} onClose={setOpen}>
      <DialogPanel>
        <Place />
      </DialogPanel>
    </HeadlessDialog>
  );
}

/** Of libraries that take an element. */
function makeModal(inside) {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div role="dialog" aria-label="Checkout" tabindex="-1"></div>',
  );
  const modal = document.body.lastElementChild;
  modal.innerHTML = inside;
  checkoutIn(modal.querySelector('.place'));
  return modal;
}

const elements = {
  trap() {
    const modal = makeModal('<div class="place"></div>');
    createFocusTrap(modal, {
      clickOutsideDeactivates: true,
      onDeactivate: () => modal.remove(),
    }).activate();
  },
  bootstrap() {
    const modal = makeModal(
      '<div class="modal-dialog"><div class="modal-content"><div class="place"></div></div></div>',
    );
    modal.classList.add('modal');
    modal.addEventListener('hidden.bs.modal', () => modal.remove());
    new BootstrapModal(modal).show();
  },
};

const library = location.hash.slice(1);
const Modal = components[library];
if (Modal) createRoot(document.querySelector('#root')).render(<Modal />);
else elements[library]();
