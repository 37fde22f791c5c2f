import type { Clock } from '../base/clock.ts';
import type { MasterKey } from '../base/keys/master-key.ts';
import { runLockingTransaction } from '../base/runtime/run-transaction.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import type { ServiceDependencies } from '../base/runtime/service-dependencies.ts';
import type { CapacitySettings } from '../payments/connectors/capacity.ts';
import { configuredAcquirers } from '../payments/connectors/configured/configured-acquirers.ts';
import { guardAcquirers } from '../payments/connectors/guarded-acquirer.ts';
import { acquirerFaultSwitches } from '../sandbox/acquirer/fault-switches.ts';
import {
  openSandboxAcquirers,
  type SandboxAcquirerSettings,
} from '../sandbox/acquirer/open-sandbox-acquirers.ts';
import { openDemoAccount } from '../sandbox/demo-account.ts';
import { disputeRoutes } from '../sandbox/dispute-routes.ts';
import { faultRoutes } from '../sandbox/fault-routes.ts';
import {
  callbackFault,
  dependenciesWithFaults,
  faultSwitches,
  type SandboxFaultSwitches,
} from '../sandbox/faults.ts';
import { injectRequestFaults } from '../sandbox/inject-request-faults.ts';
import { createIssuerApp } from '../sandbox/issuer/issuer-app.ts';
import type { Simulation } from '../sandbox/issuer/simulation.ts';
import { openStoreClock } from '../sandbox/moved-clock.ts';
import { issuerBehaviour } from '../sandbox/processor/authenticate.ts';
import { readSheetRequest, signResult } from '../sandbox/processor/provider-messages.ts';
import { sandboxGateway } from '../sandbox/processor/sandbox-gateway.ts';
import { sandboxProcessor } from '../sandbox/processor/sandbox-processor.ts';
import { sandboxTokens } from '../sandbox/sandbox-token.ts';
import { storeRoutes } from '../sandbox/store-routes.ts';
import { serviceParts } from './service-parts.ts';

/**
 * What the service is put together from. Only this file knows which processor there is, and imports the sandbox: a product
 * has another file in its place, and deletes that room.
 */
export const sandboxDependencies: Omit<ServiceDependencies, 'acquirers'> = {
  processor: sandboxProcessor,
  providers: sandboxGateway,
  ...serviceParts,
  sandboxTokens,
};

type DependencyOptions = {
  readonly clock: Clock;
  readonly masterKey: MasterKey;
  readonly issuerUrl: string;
  readonly faults: SandboxFaultSwitches;
  readonly acquirer: SandboxAcquirerSettings;
  /** How many questions may wait for each acquirer at once. */
  readonly questions: CapacitySettings;
};

type OpenDependencies = {
  readonly dependencies: ServiceDependencies;
  /** Questions to acquirers that are under way. */
  readonly openQuestions: () => number;
  readonly close: () => void;
};

/** Opens the simulated acquirer, whose ledger is not the store. */
function openDependencies({
  faults,
  acquirer: settings,
  questions,
  ...surroundings
}: DependencyOptions): OpenDependencies {
  faults.acquirer = settings.remote ? null : acquirerFaultSwitches();
  const sandboxAcquirers = openSandboxAcquirers({
    ...surroundings,
    settings,
    faults: faults.acquirer ?? undefined,
  });
  const { simulated: simulatedAcquirer, close } = sandboxAcquirers;
  const { acquirers, openQuestions } = guardAcquirers(
    configuredAcquirers(sandboxAcquirers.acquirers),
    questions,
  );
  const dependencies = { ...sandboxDependencies, acquirers, simulatedAcquirer };
  return { dependencies: dependenciesWithFaults(dependencies, faults), openQuestions, close };
}

/** The acquirer in this process has no socket to send by. */
async function notifyAsAcquirer(runtime: Runtime): Promise<void> {
  await runtime.dependencies.simulatedAcquirer?.notify(runtime);
}

/** What the sandbox gives to the simulated issuer and providers. */
export const simulation: Simulation = { issuerBehaviour, readSheetRequest, signResult };

/** What main.ts starts in addition, for the sandbox alone. */
export const sandbox = {
  /** Admin routes that no product has. */
  adminRoutes: [storeRoutes, faultRoutes, disputeRoutes],
  callbackFault,
  /** Before the job that applies notifications. */
  jobs: [{ name: 'notify as the acquirer', run: notifyAsAcquirer }],
  createIssuerApp: (runtime: Runtime, serviceAddress?: string) =>
    createIssuerApp(runtime, simulation, serviceAddress),
  faultSwitches,
  injectRequestFaults,
  openClock: openStoreClock,
  openDemoAccount: (runtime: Runtime) => runLockingTransaction(runtime, openDemoAccount),
  openDependencies,
};
