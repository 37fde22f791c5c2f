import { isAllowed } from '../../base/exposure.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';

/** For acts that would affect every user of the service; `act` names the refused act, such as "switch faults". */
export function refusePublic({ config: { exposure } }: Pick<Core, 'config'>, act: string): void {
  if (isAllowed(exposure, 'reset')) return;
  throw new ServiceError(
    'not_on_public_service',
    `Cannot ${act}: others use this service, expected 'reset' in PUBLIC_ALLOWS`,
  );
}
