import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createAdminApi } from '../api/admin-api.ts';
import { createAsk } from '../api/ask.ts';
import { Route } from '../state/route.ts';
import { Token } from '../state/token.ts';
import { App } from './App.tsx';
import { Layout } from './Layout.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  location.hash = '';
});

/** Two tabs of one browser: each has a channel to the other. */
function twoChannels() {
  const names = ['inspector-test', 'inspector-test'];
  const [one, other] = names.map((name) => new BroadcastChannel(name));
  if (!one || !other) throw new Error('Cannot open channels');
  return [one, other] as const;
}

const store = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
};

test('Token is handed to a tab that asks, and to none that has one', async () => {
  const [one, other] = twoChannels();
  const first = new Token({ store: store(), channel: one });
  first.keep('it_of_this_start');
  const second = new Token({ store: store(), channel: other });
  await second.fromOtherTabs();
  expect(second.value.value).toBe('it_of_this_start');
  first.keep('it_of_the_next');
  await second.fromOtherTabs();
  expect(second.value.value).toBe('it_of_this_start');
  second.forget('it_of_this_start');
  await second.fromOtherTabs();
  expect(second.value.value).toBe('it_of_the_next');
  one.close();
  other.close();
});

test('a token that was kept in the meantime outlives the refusal of an earlier one', async () => {
  const [channel, unused] = twoChannels();
  const token = new Token({ store: store(), channel });
  token.keep('it_old');
  let answer = (_: Response) => {};
  vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const api = createAdminApi(createAsk({ token: () => token.value.peek(), onRefused: token.forget }));
  const asked = api.clock().catch((error: unknown) => error);
  token.keep('it_new');
  const refusal = {
    type: 'authentication_error',
    code: 'inspector_forbidden',
    message: 'refused',
    doc_url: 'errors',
    request_id: crypto.randomUUID(),
  };
  answer(Response.json({ status: 'ERROR', error: refusal }, { status: 403 }));
  expect(await asked).toMatchObject({ refusal: { code: 'inspector_forbidden' } });
  expect(token.value.value).toBe('it_new');
  expect(token.isRefused.value).toBe(false);
  vi.restoreAllMocks();
  channel.close();
  unused.close();
});

test('App asks for the token, and says in place why nothing is there', async () => {
  const [channel, unused] = twoChannels();
  const token = new Token({ store: store(), channel });
  const api = createAdminApi(createAsk({ token: () => token.value.peek(), onRefused: token.forget }));
  render(<App token={token} api={api} route={new Route()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByText('Paste the token, or the whole link')).toBeDefined();
  await userEvent.fill(screen.getByLabelText('Link or token'), 'http://127.0.0.1:4002/#token=it_x');
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(token.value.value).toBe('it_x');
  // No admin API answers here.
  expect((await screen.findByRole('alert')).textContent).toContain('Cannot read the answer of');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  channel.close();
  unused.close();
});

test('App says that a token was refused, and keeps what was typed', async () => {
  const [channel, unused] = twoChannels();
  const token = new Token({ store: store(), channel });
  const api = createAdminApi(createAsk({ token: () => token.value.peek(), onRefused: token.forget }));
  render(<App token={token} api={api} route={new Route()} />);
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.fill(screen.getByLabelText('Link or token'), 'it_stale');
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  token.forget('it_stale');
  // Another alert may stand until then: that the first page did not load.
  await vi.waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('This token is not that of the running service.'),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Link or token').value).toBe('it_stale');
  channel.close();
  unused.close();
});

test('Layout keeps the account that was chosen from page to page', () => {
  location.hash = '#/callbacks?account=2';
  const route = new Route();
  render(<Layout route={route}>page</Layout>);
  expect(screen.getByRole('link', { name: 'Sessions and users' }).getAttribute('href')).toBe(
    '#/sessions?account=2',
  );
  route.replace('#/callbacks/some-id');
  expect(route.account.value).toBe('2');
});
