import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { MoreButton } from '../ui/MoreButton.tsx';
import { ResourceView } from '../ui/ResourceView.tsx';
import { useMore } from './use-more.ts';

afterEach(cleanup);

test('useMore reloads the rows of all its pages', async () => {
  const states = ['in force', 'in force', 'in force'];
  const load = async (next = 0) => ({
    rows: [`${next} ${states[next]}`],
    next: next < states.length - 1 ? next + 1 : null,
  });
  function List() {
    const list = useMore({ load });
    return (
      <ResourceView resource={list.resource}>
        {(shown) => (
          <>
            <ul>
              {shown.rows.map((row) => (
                <li key={row}>{row}</li>
              ))}
            </ul>
            <MoreButton onMore={list.more(shown)} />
            <button type="button" onClick={() => list.resource.reload()}>
              Reload
            </button>
          </>
        )}
      </ResourceView>
    );
  }
  render(<List />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('1 in force');
  states[0] = 'revoked';
  states[1] = 'revoked';
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  await screen.findByText('1 revoked');
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['0 revoked', '1 revoked']);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('2 in force');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
