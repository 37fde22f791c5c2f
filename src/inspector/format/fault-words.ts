import type { Faults } from '../../contract/admin/service.ts';

/** Whose requests a switch affects. */
export const affectedCallers: Readonly<Record<Faults['requests_of'], string>> = {
  backend: 'the shop’s backend',
  wallet: 'its page and wallet',
  all: 'the shop’s backend, page and wallet',
};

/** Describes each fault in force in a few words. */
export function faultWords(faults: Faults): readonly string[] {
  const { requests_of, refuse, slow_ms, callbacks, processor_down, providers_down } = faults;
  const of = `requests of ${affectedCallers[requests_of]}`;
  return [
    ...(refuse ? [`${of} are answered 503`] : []),
    ...(slow_ms > 0 ? [`${of} wait ${slow_ms} ms`] : []),
    ...(processor_down ? ['the processor cannot be reached'] : []),
    ...(providers_down ? ['providers cannot be reached'] : []),
    ...(callbacks === 'lost' ? ['callbacks are lost on their way'] : []),
    ...(callbacks === 'answer-lost' ? ['answers to callbacks are lost'] : []),
  ];
}
