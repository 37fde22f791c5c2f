import { describe, expect, it, vi } from 'vitest';
import type { ErrorData } from '../../contract/errors/errors.ts';
import type { Outcome } from '../../contract/frame/frame-calls.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import { SavedCards } from './saved-cards.ts';

const visa: SavedCard = {
  id: 1,
  brand: 'VI',
  last4: '1111',
  expMonth: '12',
  expYear: '2027',
  isDefault: true,
  isExpired: false,
};
const listed: Outcome<readonly SavedCard[]> = { ok: true, value: [visa] };
const failed = (code: ErrorData['code']): Outcome<readonly SavedCard[]> => ({
  ok: false,
  error: { code, message: 'x' },
});

/** A model whose answers come in this order. */
function withAnswers(...answers: Outcome<readonly SavedCard[]>[]) {
  const onFailed = vi.fn();
  const listMethods = vi.fn(async () => answers.shift() ?? listed);
  return { saved: new SavedCards({ listMethods, onFailed }), onFailed, listMethods };
}

describe('SavedCards', () => {
  it('loads, then lists', async () => {
    const { saved } = withAnswers(listed);
    const loading = saved.load();
    expect(saved.status.value.name).toBe('loading');
    await loading;
    expect(saved.status.value).toEqual({ name: 'listed', cards: [visa] });
  });

  it('says why it failed, in place and outward, and lists on the next try', async () => {
    const { saved, onFailed } = withAnswers(failed('internal_error'), listed);
    await saved.load();
    expect(saved.status.value).toMatchObject({ name: 'failed', error: { code: 'internal_error' } });
    expect(onFailed).toHaveBeenCalledOnce();
    await saved.load();
    expect(saved.status.value.name).toBe('listed');
  });

  it('keeps a list that stands when loading it anew fails', async () => {
    const { saved } = withAnswers(listed, failed('service_unreachable'));
    await saved.load();
    await saved.load();
    expect(saved.status.value.name).toBe('listed');
  });

  it('catches up when back online, and only with what the network kept back', async () => {
    const offline = withAnswers(failed('offline'), listed);
    await offline.saved.load();
    await offline.saved.retryOffline();
    expect(offline.saved.status.value.name).toBe('listed');

    const broken = withAnswers(failed('internal_error'));
    await broken.saved.load();
    await broken.saved.retryOffline();
    expect(broken.listMethods).toHaveBeenCalledOnce();
  });

  it('drops an answer that comes after a guest has connected', async () => {
    const { saved } = withAnswers(listed);
    const loading = saved.load();
    saved.showGuest();
    await loading;
    expect(saved.status.value.name).toBe('guest');
  });
});
