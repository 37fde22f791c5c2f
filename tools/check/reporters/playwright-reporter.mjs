import { relative } from 'node:path';
import { keepResult } from '../results.mjs';

/** Keeps each result of Playwright. */
export default class {
  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, { status, errors }) {
    if (status === 'skipped') return;
    const [, , , ...titles] = test.titlePath();
    keepResult({
      file: relative(process.cwd(), test.location.file).replaceAll('\\', '/'),
      title: titles.join(' '),
      passed: status === test.expectedStatus,
      message: errors.map(({ message = '' }) => message).join('\n'),
    });
  }

  /** What belongs to no test. @param {import('@playwright/test/reporter').TestError} error */
  onError({ message = '' }) {
    keepResult({ file: '', title: 'outside of the tests', passed: false, message });
  }

  printsToStdio() {
    return false;
  }
}
