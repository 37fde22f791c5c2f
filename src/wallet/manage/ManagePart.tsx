import type { ManagePart } from '../views/late-manage.ts';
import { ManageView } from './ManageView.tsx';
import { type ManageDependencies, Managing } from './managing.ts';

/** Root of the chunk for MANAGE, which no checkout has to wait for. */
export function createManagePart(dependencies: ManageDependencies): ManagePart {
  const managing = new Managing(dependencies);
  return {
    View: (props) => <ManageView {...props} managing={managing} />,
    backOnline: managing.backOnline,
  };
}
