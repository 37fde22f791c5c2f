import { Faults } from '../../contract/admin/service.ts';
import type { DeliveryFault } from '../base/egress.ts';
import type { Acquirer, AcquirerCall, Reply } from '../base/processor/acquirer.ts';
import type { FaultSwitches } from '../base/runtime/fault-switches.ts';
import type { ServiceDependencies } from '../base/runtime/service-dependencies.ts';

/** The parts of the service, made unavailable by the operator. */
export function dependenciesWithFaults(
  dependencies: ServiceDependencies,
  faults: FaultSwitches,
): ServiceDependencies {
  const { acquirers, providers } = dependencies;
  const down: Reply = { kind: 'notSent', reason: 'processor_down' };
  const unlessDown =
    <Asked>(ask: (question: Asked, call: AcquirerCall) => Promise<Reply>) =>
    async (question: Asked, call: AcquirerCall) =>
      faults.now().processor_down ? down : ask(question, call);
  const withFaults = (acquirer: Acquirer): Acquirer => ({
    ...acquirer,
    authorise: unlessDown(acquirer.authorise),
    sale: unlessDown(acquirer.sale),
    capture: unlessDown(acquirer.capture),
    refund: unlessDown(acquirer.refund),
    cancel: unlessDown(acquirer.cancel),
    completeAuthentication: unlessDown(acquirer.completeAuthentication),
  });
  return {
    ...dependencies,
    acquirers: {
      of: (merchant) => withFaults(acquirers.of(merchant)),
      named(name) {
        const acquirer = acquirers.named(name);
        return acquirer && withFaults(acquirer);
      },
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

const NONE: Faults = {
  requests_of: 'all',
  refuse: false,
  slow_ms: 0,
  callbacks: 'arrive',
  providers_down: false,
  processor_down: false,
};

export function faultSwitches(): FaultSwitches {
  let faults = NONE;
  return {
    now: () => faults,
    change(change) {
      faults = Faults.parse({ ...faults, ...change });
    },
    clear() {
      faults = NONE;
    },
  };
}
