/** All run in the page, in a frame that shows one state; they may use nothing from outside themselves. */

/** Text that is cut, covered or outside the frame, targets under `least` px, badges out of line; one sentence each. */
export function layoutFaults(least = 24): string[] {
  const slack = 1.5;
  const faults: string[] = [];
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`found ${scrollWidth} px of width, wanted ${clientWidth}`);

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    (element.parentElement?.clientWidth ?? 0) > 1 &&
    element.clientWidth !== 1 &&
    element.closest('.visually-hidden') === null;
  const texts: { text: string; rects: DOMRect[] }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    if (text === '' || !node.parentElement || !isShown(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.push({ text, rects: [...range.getClientRects()] });
  }
  for (const { text, rects } of texts) {
    if (rects.some(({ left, right }) => left < -slack || right > clientWidth + slack))
      faults.push(`"${text}" leaves the frame`);
    if (rects.length > 3 && text.length < 4 * rects.length) faults.push(`"${text}" is torn to shreds`);
  }
  const overlap = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2 * slack;
  texts.forEach(({ text, rects }, index) => {
    for (const other of texts.slice(index + 1)) {
      if (rects.some((rect) => other.rects.some((each) => overlap(rect, each))))
        faults.push(`"${text}" covers "${other.text}"`);
    }
  });

  for (const element of document.querySelectorAll('#wallet *')) {
    if (!isShown(element) || element.closest('svg')) continue;
    const name = `<${element.localName} class="${element.className}">`;
    // What is typed into a field may be longer than the field.
    if (
      !element.matches('input') &&
      element.scrollWidth > element.clientWidth + slack &&
      element.clientWidth > 0
    )
      faults.push(`${name} holds ${element.scrollWidth} px in ${element.clientWidth}`);
    if (!element.matches('button, input, a')) continue;
    const target = element.matches('[type=radio], [type=checkbox]') ? element.closest('label') : element;
    const { width, height } = (target ?? element).getBoundingClientRect();
    if (width < least || height < least) faults.push(`${name} is a target of ${width} x ${height} px`);
  }

  for (const badge of document.querySelectorAll('#wallet .badge')) {
    // In MANAGE a badge stays with its card's expiry.
    const row = badge.closest('.choice-head');
    if (!row || !isShown(badge)) continue;
    const { direction, paddingInlineStart } = getComputedStyle(row);
    const [own, whole] = [badge.getBoundingClientRect(), row.getBoundingClientRect()];
    const room = direction === 'rtl' ? own.left - whole.left : whole.right - own.right;
    if (Math.abs(room - Number.parseFloat(paddingInlineStart)) > slack)
      faults.push(`"${badge.textContent}" stands ${room} px before the end of its row`);
  }
  return faults;
}

/** What is wrong of rows of which one is chosen: more than one group, none or two chosen, a form open in a closed row. */
export function groupFaults(): string[] {
  const faults: string[] = [];
  const isShown = (element: Element) => element.checkVisibility();
  const groups = [...document.querySelectorAll('[role=group], fieldset')].filter(isShown);
  const radios = [...document.querySelectorAll<HTMLInputElement>('[type=radio]')].filter(isShown);
  if (groups.length > 1) faults.push(`found ${groups.length} groups of rows`);
  for (const radio of radios) if (!groups[0]?.contains(radio)) faults.push('a row stands outside the group');
  const names = new Set(radios.map(({ name }) => name));
  if (names.size > 1) faults.push(`rows answer to ${names.size} names`);
  const chosen = radios.filter(({ checked }) => checked);
  if (radios.length > 0 && chosen.length !== 1) faults.push(`found ${chosen.length} rows chosen`);
  const open = [...document.querySelectorAll('.choice-body')].filter(isShown);
  if (open.length > 1) faults.push(`found ${open.length} rows open`);
  for (const body of open) {
    const radio = body.parentElement?.querySelector<HTMLInputElement>(':scope > label > [type=radio]');
    if (radio?.checked === false) faults.push('a row is open that is not chosen');
  }
  return faults;
}

/** What does not stand as it should where the language runs from right to left. */
export function mirrorFaults(): string[] {
  const faults: string[] = [];
  const box = (element: Element | null) => element?.getBoundingClientRect();
  for (const field of document.querySelectorAll('.field')) {
    const [label, whole] = [box(field.querySelector('label')), box(field)];
    if (label && whole && whole.right - label.right > 2) faults.push('a label does not begin at the right');
  }
  for (const row of document.querySelectorAll('.saved-card')) {
    const [mark, words] = [
      box(row.querySelector('.brand-mark')),
      box(row.querySelector('.saved-card-words')),
    ];
    if (mark && words && mark.left < words.right)
      faults.push('a mark does not stand to the right of its card');
  }
  for (const input of document.querySelectorAll('[inputmode=numeric]')) {
    if (getComputedStyle(input).direction !== 'ltr') faults.push('digits do not run from left to right');
  }
  if (getComputedStyle(document.body).direction !== 'rtl') faults.push('the text runs from left to right');
  return faults;
}

/** What forced colours would hide: words under the ring of a busy button, and grounds without a border. */
export function forcedColourFaults(): string[] {
  const faults: string[] = [];
  const isClear = (color: string) => color.startsWith('rgba') && color.endsWith(', 0)');
  for (const button of document.querySelectorAll('.button[aria-disabled=true]')) {
    if (!isClear(getComputedStyle(button).color)) faults.push(`a ring turns over "${button.textContent}"`);
  }
  const page = document.createElement('div');
  page.style.background = 'Canvas';
  document.body.append(page);
  const canvas = getComputedStyle(page).backgroundColor;
  page.remove();
  for (const shape of document.querySelectorAll('.skeleton-line, .skeleton-mark, .removed-time')) {
    const { backgroundColor } = getComputedStyle(shape);
    if (isClear(backgroundColor) || backgroundColor === canvas) faults.push(`${shape.className} is not seen`);
  }
  return faults;
}

/** Whatever can be seen to run, and all that would with the next touch. */
export function motionFaults(): string[] {
  const faults: string[] = [];
  for (const { effect } of document.getAnimations()) {
    if (!(effect instanceof KeyframeEffect) || effect.getComputedTiming().activeDuration === 0) continue;
    if (effect.target?.checkVisibility({ opacityProperty: true }))
      faults.push(`${effect.target.className} moves`);
  }
  for (const element of document.querySelectorAll('#wallet *')) {
    const { transitionDuration } = getComputedStyle(element);
    if (transitionDuration.split(', ').some((duration) => duration !== '0s'))
      faults.push(`${element.localName} would change over ${transitionDuration}`);
  }
  return faults;
}
