import type { ServiceDependencies } from '../base/context/service-dependencies.ts';
import type { DeliveryFault } from '../callbacks/egress/egress-rules.ts';
import { sandboxDependencies } from '../main/sandbox-dependencies.ts';
import type { FaultSwitches } from './fault-switches.ts';

/** The parts of the service, out of reach while the operator says so. */
export function dependenciesWithFaults(faults: FaultSwitches): ServiceDependencies {
  const { processor, providers } = sandboxDependencies;
  return {
    ...sandboxDependencies,
    processor: {
      ...processor,
      decide: (request) =>
        faults.now().processor_down ? { kind: 'unavailable' } : processor.decide(request),
    },
    providers: {
      ...providers,
      open: (context, request) =>
        faults.now().providers_down ? undefined : providers.open(context, request),
    },
  };
}

/** What becomes of everything that is sent to merchants. */
export function callbackFault(faults: FaultSwitches): DeliveryFault {
  return () => faults.now().callbacks;
}
