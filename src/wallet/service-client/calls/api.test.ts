import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SdkErrorCode } from '../../../contract/errors/errors.ts';
import type { Outcome } from '../../../contract/frame/frame-calls.ts';
import type { WalletSession } from '../../../contract/frame/wallet-api.ts';
import { createAccessToken } from '../../session/access-token.ts';
import { Session } from '../../state/session.ts';
import { createApi } from './api.ts';

type Answer = { readonly status: number; readonly body: unknown };

const base = new URL('https://wallet.test/wallet/api/v1/');
let answer: (request: Request, body: string) => Answer;

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (address: URL, init: RequestInit) => {
    const request = new Request(address, init);
    const { status, body } = answer(request, await request.text());
    return Response.json(body, { status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const sessionOf = (accessToken: string): WalletSession => ({
  accessToken,
  expiresIn: 900,
  walletSession: 'w',
  isGuest: false,
});
const renewedTo = (accessToken: string): Outcome<WalletSession> => ({
  ok: true,
  value: sessionOf(accessToken),
});
const noCards: Answer = { status: 200, body: { status: 'OK', methods: [] } };
const refusal = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: 'No.' } },
});

function apiWith(renewSession: (keepsToken: boolean) => Promise<Outcome<WalletSession>>, now = () => 0) {
  const session = new Session(now);
  const emit = vi.fn();
  const accessToken = createAccessToken(session, { renewSession, emit });
  return { session, emit, api: createApi({ accessToken, base, locale: () => 'pt-BR' }) };
}

const refused = (code: SdkErrorCode): Outcome<never> => ({ ok: false, error: { code, message: 'No.' } });
const expired = [[{ name: 'sessionExpired', payload: {} }]];

describe('createApi', () => {
  it("says what the shopper reads, so that a provider's page speaks it too", async () => {
    const { session, api } = apiWith(async () => renewedTo('unused'));
    session.open(sessionOf('token'));
    let said: string | null = '';
    answer = ({ headers }) => {
      said = headers.get('Accept-Language');
      return noCards;
    };
    await api.listMethods();
    expect(said).toBe('pt-BR');
  });

  it('waits for the first session before it calls', async () => {
    const tokens: (string | null)[] = [];
    answer = ({ headers }) => {
      tokens.push(headers.get('Authorization'));
      return noCards;
    };
    const { api, session } = apiWith(async () => renewedTo('unused'));
    const listing = api.listMethods();
    session.open(sessionOf('first'));
    expect(await listing).toEqual([]);
    expect(tokens).toEqual(['Bearer first']);
  });

  it('renews an ended token once for all calls at the same time, and repeats each', async () => {
    const renew = vi.fn(async () => renewedTo('fresh'));
    answer = ({ headers }) =>
      headers.get('Authorization') === 'Bearer fresh' ? noCards : refusal(401, 'access_token_expired');
    const { api, session } = apiWith(renew);
    session.open(sessionOf('stale'));
    expect(await Promise.all([api.listMethods(), api.listMethods(), api.listMethods()])).toEqual([
      [],
      [],
      [],
    ]);
    expect(renew).toHaveBeenCalledOnce();
  });

  it('renews at four fifths of the life of the token, once for all calls, before any has failed', async () => {
    let now = 0;
    const tokens: (string | null)[] = [];
    answer = ({ headers }) => {
      tokens.push(headers.get('Authorization'));
      return noCards;
    };
    const renew = vi.fn(async () => renewedTo('fresh'));
    const { api, session } = apiWith(renew, () => now);
    session.open(sessionOf('first'));
    now = 719_999;
    await api.listMethods();
    expect(renew).not.toHaveBeenCalled();
    now = 720_000;
    await Promise.all([api.listMethods(), api.listMethods()]);
    expect(renew).toHaveBeenCalledOnce();
    expect(tokens).toEqual(['Bearer first', 'Bearer fresh', 'Bearer fresh']);
  });

  it('uses the token to its end where it cannot be renewed in time', async () => {
    let now = 0;
    answer = ({ headers }) => {
      expect(headers.get('Authorization')).toBe('Bearer first');
      return noCards;
    };
    const error = { code: 'service_unreachable', message: 'no answer' } as const;
    const { api, session } = apiWith(
      async () => ({ ok: false, error }),
      () => now,
    );
    session.open(sessionOf('first'));
    now = 800_000;
    expect(await api.listMethods()).toEqual([]);
  });

  it('does not renew a second time for the same call', async () => {
    const renew = vi.fn(async () => renewedTo('fresh'));
    answer = () => refusal(401, 'access_token_invalid');
    const { api, session } = apiWith(renew);
    session.open(sessionOf('stale'));
    await expect(api.listMethods()).rejects.toMatchObject({ code: 'access_token_invalid' });
    expect(renew).toHaveBeenCalledOnce();
  });

  it('has another refresh token asked for where the first has ended, once for all calls', async () => {
    const renew = vi.fn(async (keepsToken: boolean) =>
      keepsToken ? refused('refresh_token_expired') : renewedTo('fresh'),
    );
    answer = ({ headers }) =>
      headers.get('Authorization') === 'Bearer fresh' ? noCards : refusal(401, 'access_token_expired');
    const { api, session, emit } = apiWith(renew);
    session.open(sessionOf('stale'));
    expect(await Promise.all([api.listMethods(), api.listMethods()])).toEqual([[], []]);
    expect(renew.mock.calls).toEqual([[true], [false]]);
    expect(emit).not.toHaveBeenCalled();
  });

  it.each(['refresh_token_expired', 'refresh_token_invalid', 'refresh_token_unavailable'] as const)(
    'says session_expired, and sessionExpired once, where the other token is %s, and goes on after a new connect',
    async (code) => {
      answer = ({ headers }) =>
        headers.get('Authorization') === 'Bearer next' ? noCards : refusal(401, 'access_token_expired');
      const renew = vi.fn(async (keepsToken: boolean) =>
        refused(keepsToken ? 'refresh_token_expired' : code),
      );
      const { api, session, emit } = apiWith(renew);
      session.open(sessionOf('stale'));
      await expect(api.listMethods()).rejects.toMatchObject({ code: 'session_expired' });
      await expect(api.listMethods()).rejects.toMatchObject({ code: 'session_expired' });
      expect(emit.mock.calls).toEqual(expired);
      expect(renew).toHaveBeenCalledTimes(2);
      session.open(sessionOf('next'));
      expect(await api.listMethods()).toEqual([]);
    },
  );

  it('asks for another token again the next time where the device was offline meanwhile', async () => {
    const another = vi.fn(() => renewedTo('fresh')).mockReturnValueOnce(refused('offline'));
    const renew = async (keepsToken: boolean) => (keepsToken ? refused('refresh_token_expired') : another());
    answer = ({ headers }) =>
      headers.get('Authorization') === 'Bearer fresh' ? noCards : refusal(401, 'access_token_expired');
    const { api, session, emit } = apiWith(renew);
    session.open(sessionOf('stale'));
    await expect(api.listMethods()).rejects.toMatchObject({ code: 'offline' });
    expect(await api.listMethods()).toEqual([]);
    expect(emit).not.toHaveBeenCalled();
  });

  it.each([
    ['renewed', renewedTo('late')],
    ['ended', refused('refresh_token_expired')],
  ])('leaves a session that began meanwhile as it is where an older one is %s late', async (_, outcome) => {
    answer = ({ headers }) =>
      headers.get('Authorization') === 'Bearer next' ? noCards : refusal(401, 'access_token_expired');
    const { api, session, emit } = apiWith(async () => {
      session.open(sessionOf('next'));
      return outcome;
    });
    session.open(sessionOf('stale'));
    expect(await api.listMethods()).toEqual([]);
    expect(emit).not.toHaveBeenCalled();
  });

  it('leaves it to a page of an earlier version to ask for another token, and to say that there is none', async () => {
    answer = () => refusal(401, 'access_token_expired');
    const renew = vi.fn(async () => refused('session_expired'));
    const { api, session, emit } = apiWith(renew);
    session.open(sessionOf('stale'));
    await expect(api.listMethods()).rejects.toMatchObject({ code: 'session_expired' });
    expect(renew).toHaveBeenCalledOnce();
    expect(emit).not.toHaveBeenCalled();
  });

  it('writes forms as the contract spells them', async () => {
    let written = '';
    answer = (_request, body) => {
      written = body;
      return refusal(400, 'card_brand_not_accepted');
    };
    const { api, session } = apiWith(async () => renewedTo('unused'));
    session.open(sessionOf('open'));
    const adding = api.addCard({ card: 'a.b', saveForLater: true, merchant_id: 7 });
    await expect(adding).rejects.toMatchObject({ code: 'card_brand_not_accepted', message: 'No.' });
    expect(written).toBe('card=a.b&saveForLater=1&merchant_id=7');
  });

  it.each([
    ['an answer of another shape', { status: 200, body: { status: 'OK', methods: [{ id: 'x' }] } }],
    ['a refusal without a reason', { status: 502, body: 'Bad gateway' }],
  ])('takes %s for an unreachable service', async (_case, given) => {
    answer = () => given;
    const { api, session } = apiWith(async () => renewedTo('unused'));
    session.open(sessionOf('open'));
    await expect(api.listMethods()).rejects.toMatchObject({ code: 'service_unreachable' });
  });

  /** A service whose answers stop coming, before or after their head. */
  const stalling = {
    'no answer at all': (signal: AbortSignal | undefined) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    'half an answer': async (signal: AbortSignal | undefined) =>
      new Response(
        new ReadableStream({
          start(body) {
            body.enqueue(new TextEncoder().encode('{"status":"OK","me'));
            signal?.addEventListener('abort', () => body.error(signal.reason));
          },
        }),
      ),
  };

  it.each(Object.entries(stalling))('gives up in time where a stalled line brings %s', async (_, stall) => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const fetched = vi.fn((_address: URL, { signal }: { signal?: AbortSignal }) => stall(signal));
    vi.stubGlobal('fetch', fetched);
    const { api, session } = apiWith(async () => renewedTo('unused'));
    session.open(sessionOf('open'));
    const wanted = { code: 'service_unreachable', message: expect.stringMatching(/no answer|broke off/) };
    const listing = expect(api.listMethods()).rejects.toMatchObject(wanted);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
    limit.abort(new DOMException('late', 'TimeoutError'));
    await listing;
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
    timeout.mockRestore();
  });

  it('asks where the browser knows no network, too, and says offline only where no answer comes', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const { api, session } = apiWith(async () => renewedTo('unused'));
    session.open(sessionOf('open'));
    answer = () => noCards;
    await expect(api.listMethods()).resolves.toEqual([]);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(api.listMethods()).rejects.toMatchObject({ code: 'offline' });
  });
});
