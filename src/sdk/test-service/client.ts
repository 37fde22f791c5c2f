import { expect, inject, vi } from 'vitest';
import type { PageDialog } from '../../contract/frame/page-dialog.ts';
import type { Sdk, WalletSettings } from '../base/public-types.ts';
import { createSdkOn } from '../create-sdk.ts';
import { attachDialogs } from '../dialogs/attach-dialogs.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testService: string;
  }
}

export const baseUrl = inject('testService');

export const settings: WalletSettings = { merchant_id: 1001, view: 'CHECKOUT' };

/** What the test service's frame does after `init`; see frame.html. */
type Directions = {
  init?: unknown;
  getPaymentMethod?: unknown;
  /** Answer of every setter. */
  setter?: unknown;
  /** Answers, one for each call; the last one stays. */
  startProvider?: unknown[];
  /** The same, each once something has happened. */
  finishProvider?: { when: 'soon' | 'again' | 'cancelled' | 'never'; answer?: unknown }[];
  /** On the page from the start at the provider to its end; its part `stop` cancels. */
  dialog?: PageDialog;
  next?: [call: string, ...given: unknown[]][];
};

export function payment(directions: Directions = {}) {
  return { currency: 'USD' as const, amount: '10.00', metadata: { directions } };
}

/** Until `vi.restoreAllMocks` waits of a second and more take a quarter of it, for what never comes. Returns the spy. */
export function hurry() {
  const really = window.setTimeout.bind(window);
  const sooner: typeof window.setTimeout = (act, ms = 0, ...given) =>
    really(act, ms < 1000 ? ms : ms / 4, ...given);
  return vi.spyOn(window, 'setTimeout').mockImplementation(sooner as typeof setTimeout);
}

/** A key of this test alone; `behaviour` says how the frame's document comes. */
export function freshKey(behaviour = 'pk'): string {
  return `${behaviour}_${crypto.randomUUID()}`;
}

type LogEntry = { call: string; [field: string]: unknown };

export async function logOf(publishableKey: string): Promise<LogEntry[]> {
  const response = await fetch(`${baseUrl}/log?key=${publishableKey}`);
  return response.json();
}

/** An SDK whose dialog code is there at once. */
export function createTestSdk(onWindow: boolean, loadDialogs = async () => attachDialogs): Sdk {
  return createSdkOn({ scriptOrigin: baseUrl, onWindow, loadDialogs });
}

/** A new SDK beside an empty `#wallet`, as after a page load. */
export function freshPage(): Sdk {
  document.body.innerHTML = '<div id="wallet"></div>';
  return createTestSdk(true);
}

export async function code(work: Promise<unknown>): Promise<string> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ name: 'SdkError', code: expect.any(String) });
  return String(Object(failure).code);
}
