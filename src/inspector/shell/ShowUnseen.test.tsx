import { cleanup, render } from '@testing-library/preact';
import { options } from 'preact';
import { afterEach, expect, test } from 'vitest';
import { showUnseen } from './show-unseen.ts';

const before = options.vnode;
afterEach(() => {
  cleanup();
  if (before) options.vnode = before;
  else delete options.vnode;
});

const HIDDEN = '\u001b[2J\u009b2J\u202e\u2066\u200b\ufeff\u2028';
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const Bare = () => <>{HIDDEN}</>;

test('S82: the inspector shows what text hides, wherever it stands', () => {
  showUnseen();
  const { container } = render(
    <table>
      <tr>
        <td title={HIDDEN}>order {HIDDEN}</td>
        <td aria-label={HIDDEN}>
          <Bare />
          {[HIDDEN, <b key="b">{HIDDEN}</b>]}
        </td>
      </tr>
    </table>,
  );
  const [first, second] = container.querySelectorAll('td');
  const texts = [container.textContent, first?.title, second?.getAttribute('aria-label')];
  for (const text of texts) {
    expect(text).not.toMatch(UNSEEN);
    expect(text).toContain('\\u202e');
  }
  expect(container.textContent?.split('\\u202e')).toHaveLength(5);
});

test('showUnseen leaves the lines of a text as they are', () => {
  showUnseen();
  const { container } = render(<pre>{'two\n\tlines'}</pre>);
  expect(container.textContent).toBe('two\n\tlines');
});
