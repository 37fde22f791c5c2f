import type { AcquirerFaults, Faults } from '../../contract/admin/service.ts';

/** Whose requests a switch affects. */
export const affectedCallers: Readonly<Record<Faults['requests_of'], string>> = {
  backend: 'the shop’s backend',
  wallet: 'its page and wallet',
  all: 'the shop’s backend, page and wallet',
};

/** What the acquirer does to questions. */
export const questionFaults: Readonly<Record<AcquirerFaults['questions'], string>> = {
  none: 'Answers them',
  dropBefore: 'Drops the connection before it acted',
  dropAfter: 'Drops the connection after it acted',
  forgetKey: 'Drops the connection after it acted, and forgets its keys',
  errorAfter: 'Answers 500 after it acted',
  unknownWord: 'Answers with a word nobody knows after it acted',
  double: 'Acts twice on one question',
  inProgress: 'Says that the key is being worked on',
  down: 'Is down',
};

/** How the acquirer tells what ends later. */
export const notificationFaults: Readonly<Record<AcquirerFaults['notifications'], string>> = {
  none: 'Once, in order',
  double: 'Twice',
  late: 'A minute late',
  early: 'Before the answer',
  reverse: 'In reverse order',
  lost: 'Not at all',
};

function acquirerWords({ questions, times, slow_ms, notifications }: AcquirerFaults): readonly string[] {
  const often = times === null ? '' : ` (${times} more)`;
  const told = notificationFaults[notifications].toLowerCase();
  return [
    ...(questions === 'none' ? [] : [`the acquirer ${questionFaults[questions].toLowerCase()}${often}`]),
    ...(slow_ms > 0 ? [`the acquirer answers ${slow_ms} ms later`] : []),
    ...(notifications === 'none' ? [] : [`the acquirer’s notifications come ${told}`]),
  ];
}

/** Describes each fault in force in a few words. */
export function faultWords(faults: Faults): readonly string[] {
  const { requests_of, refuse, slow_ms, callbacks, processor_down, providers_down, acquirer } = faults;
  const of = `requests of ${affectedCallers[requests_of]}`;
  return [
    ...(refuse ? [`${of} are answered 503`] : []),
    ...(slow_ms > 0 ? [`${of} wait ${slow_ms} ms`] : []),
    ...(processor_down ? ['the processor cannot be reached'] : []),
    ...(providers_down ? ['providers cannot be reached'] : []),
    ...(callbacks === 'lost' ? ['callbacks are lost on their way'] : []),
    ...(callbacks === 'answer-lost' ? ['answers to callbacks are lost'] : []),
    ...(acquirer ? acquirerWords(acquirer) : []),
  ];
}
