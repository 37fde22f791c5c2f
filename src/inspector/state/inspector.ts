import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AdminAccount } from '../../contract/admin/accounts.ts';
import type { ServiceAnswer } from '../../contract/admin/service.ts';
import type { AdminApi } from '../api/admin-api.ts';
import type { Route } from './route.ts';

/** What every page is given. */
export type Inspector = {
  readonly api: AdminApi;
  readonly route: Route;
  readonly service: ServiceAnswer;
  /** In the order in which they were opened; one or more, but right after a first public start. */
  readonly accounts: readonly AdminAccount[];
  /** After a change of one. */
  reloadAccounts(): void;
};

export const InspectorContext = createContext<Inspector | null>(null);

export function useInspector(): Inspector {
  const inspector = useContext(InspectorContext);
  if (!inspector) throw new Error('Cannot show this: it stands outside the inspector');
  return inspector;
}
