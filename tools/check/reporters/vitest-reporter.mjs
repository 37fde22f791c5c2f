import { keepResult } from '../results.mjs';

/** Keeps each result of Vitest. */
export default class {
  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state !== 'passed' && state !== 'failed') return;
    keepResult({
      file: test.module.relativeModuleId,
      title: test.fullName.replaceAll(' > ', ' '),
      passed: state === 'passed',
      message: errors.map(({ stack, message }) => stack ?? message).join('\n'),
    });
  }

  /** A file that could not be loaded has no title. @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    for (const { message } of module.errors())
      keepResult({ file: module.relativeModuleId, title: '', passed: false, message });
  }
}
