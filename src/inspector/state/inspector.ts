import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AdminAccount } from '../../contract/admin/accounts.ts';
import type { ServiceAnswer } from '../../contract/admin/service.ts';
import type { AdminApi } from '../api/admin-api.ts';
import type { Route } from './route.ts';

/** Context of every page. */
export type Inspector = {
  readonly api: AdminApi;
  readonly route: Route;
  readonly service: ServiceAnswer;
  /** In the order of their creation; empty only after a first public start. */
  readonly accounts: readonly AdminAccount[];
  /** Call it after a change of an account. */
  reloadAccounts(): void;
};

export const InspectorContext = createContext<Inspector | null>(null);

export function useInspector(): Inspector {
  const inspector = useContext(InspectorContext);
  if (!inspector) throw new Error('Cannot show this: it stands outside the inspector');
  return inspector;
}
