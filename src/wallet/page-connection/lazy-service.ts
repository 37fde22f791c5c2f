import type { Outcome } from '../../contract/frame/frame-calls.ts';
import { noAnswerError } from '../errors/service-errors.ts';
import { showError, toErrorData } from '../errors/wallet-error.ts';
import type { ManageService } from '../manage/model/manage-service.ts';
import type { Models } from '../models/models.ts';
import type { ServiceClient } from '../service-client/open-service-client.ts';
import type { BoxStorage } from '../session/box-storage.ts';
import type { WaitingChallenge } from '../state/challenges.ts';

type Dependencies = Pick<Models, 'session' | 'checkout'> & {
  readonly boxes: Pick<BoxStorage, 'all'>;
  /** Loads the service client and starts it; rejects if its code fails to load. */
  open(): Promise<ServiceClient>;
};

/**
 * Loads the service client on first need: a signed-in user, an open challenge (also one this tab remembers), focus in the
 * wallet, or the first call.
 */
export function createLazyService({ session, checkout, boxes, open }: Dependencies) {
  let client: ServiceClient | undefined;
  let promise: Promise<ServiceClient> | undefined;
  const ready = (): Promise<ServiceClient> => {
    promise ??= open().then(
      (loadedClient) => {
        client = loadedClient;
        return loadedClient;
      },
      (cause) => {
        promise = undefined;
        throw noAnswerError('found no answer to the request for the code that asks it', cause);
      },
    );
    return promise;
  };
  session.status.subscribe((now) => {
    if (now.name !== 'open') return;
    const { isGuest, hasChallenge } = now.session;
    if (isGuest && !hasChallenge && boxes.all().size === 0) return;
    // The next call tries again.
    ready().catch(() => {});
  });
  const ask = <Value>(call: (client: ServiceClient) => Promise<Outcome<Value>>): Promise<Outcome<Value>> =>
    ready().then(call, (error) => ({ ok: false, error: toErrorData(error) }));
  /** For a payment: the shopper is told if the code failed to load. */
  const readyToPay = () =>
    ready().catch((error) => {
      throw showError(checkout, error);
    });

  return {
    ready,
    listMethods: () => ask((opened) => opened.listMethods()),
    manage: manageCalls(ask),
    resumeChallenge: async (challenge: WaitingChallenge) => (await ready()).challenges.resume(challenge),
    calls: {
      getPaymentMethod: async () => (await readyToPay()).getPaymentMethod(),
      startProvider: async (use: unknown) => (await readyToPay()).providers.startProvider(use),
      finishProvider: async () => (await readyToPay()).providers.finishProvider(),
      // Only an open service client has drawn a dialog.
      press: (event: string) => client?.press(event),
    },
  };
}

type Ask = <Value>(call: (client: ServiceClient) => Promise<Outcome<Value>>) => Promise<Outcome<Value>>;

function manageCalls(ask: Ask): ManageService {
  return {
    removeMethod: (id) => ask(({ manage }) => manage.removeMethod(id)),
    restoreMethod: (id) => ask(({ manage }) => manage.restoreMethod(id)),
    editMethod: (id, form) => ask(({ manage }) => manage.editMethod(id, form)),
    makeDefault: (id) => ask(({ manage }) => manage.makeDefault(id)),
    keepCard: (card) => ask(({ manage }) => manage.keepCard(card)),
  };
}
