import { h, render } from 'preact';
import { directionOf } from '../../contract/frame/text-direction.ts';
import expressStyles from '../express/styles.css?inline';
import type { Texts } from '../i18n/translate.ts';
import lazyStyles from '../lazy-checkout/styles.css?inline';
import manageStyles from '../manage/styles.css?inline';
import checkoutStyles from '../styles.css?inline';
import { App } from '../views/App.tsx';
import { createGalleryWallet, type GalleryWallet } from './create-gallery-wallet.ts';
import type { Look } from './look.ts';

export type Specimen = (gallery: GalleryWallet) => unknown;

type SpecimenOptions = { readonly specimen: Specimen; readonly look: Look; readonly texts: Texts };

/** Lazy chunks add their styles only to the gallery's own document. */
const styles = `${checkoutStyles}\n${lazyStyles}\n${expressStyles}\n${manageStyles}`;

const stillness =
  '*, *::before, *::after { animation-play-state: paused !important; transition: none !important; }';

/** Creates an empty document like the wallet's, in its own frame, so that width, theme and direction are real. */
async function createFrame(
  name: string,
  { locale, theme, page, labels, width, motion }: Look,
): Promise<[HTMLIFrameElement, Document]> {
  const figure = document.createElement('figure');
  figure.className = 'specimen';
  const caption = document.createElement('figcaption');
  caption.textContent = name;
  const frame = document.createElement('iframe');
  frame.name = name;
  frame.title = name;
  // Without it the document would be in quirks mode, where forms have margins.
  frame.srcdoc = '<!doctype html>';
  frame.style.width = `${width}px`;
  figure.append(caption, frame);
  const loading = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.getElementById('specimens')?.append(figure);
  await loading;
  const frameDocument = frame.contentDocument;
  if (!frameDocument) throw new Error(`Showing "${name}": found a frame without a document`);
  frameDocument.documentElement.lang = locale;
  frameDocument.documentElement.dir = directionOf(locale);
  Object.assign(frameDocument.documentElement.dataset, { theme, page, labels });
  const style = frameDocument.createElement('style');
  style.textContent = motion === 'still' ? `${styles}\n${stillness}` : styles;
  frameDocument.head.append(style);
  return [frame, frameDocument];
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Renders the whole wallet, then brings it into the specimen's state. */
export async function showSpecimen(name: string, { specimen, look, texts }: SpecimenOptions): Promise<void> {
  const [frame, inner] = await createFrame(name, look);
  const content = inner.createElement('div');
  content.id = 'wallet';
  inner.body.append(content);
  const gallery = createGalleryWallet({ locale: look.locale, texts });
  render(h(App, { ...gallery.models, onReconnect: () => {} }), content);
  await specimen(gallery);
  await nextFrame();
  new ResizeObserver(() => {
    frame.style.height = `${content.getBoundingClientRect().height}px`;
  }).observe(content);
}
