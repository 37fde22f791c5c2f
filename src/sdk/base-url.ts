import { invalidArgument } from './sdk-error.ts';

/** Where the service serves the module, by its digest or not; any other address means that somebody bundled it. */
const MODULE_PATH = /\/sdk\/([0-9a-f]{32}\/)?sdk\.mjs(\?|$)/;

/** Origin of the service when the module was imported from it. */
export function originOfModule(moduleUrl: string | undefined): string | undefined {
  return moduleUrl && MODULE_PATH.test(moduleUrl) ? originOf(moduleUrl) : undefined;
}

/** Origin a script tag was loaded from. */
export function originOfScript(script: Element | null): string | undefined {
  return script instanceof HTMLScriptElement ? originOf(script.src) : undefined;
}

function originOf(address: string): string | undefined {
  try {
    const { protocol, origin } = new URL(address);
    return /^https?:$/.test(protocol) ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** Address of the service without a trailing slash. */
export function readBaseUrl(given: unknown, scriptOrigin: string | undefined): string {
  const baseUrl = given ?? scriptOrigin;
  if (baseUrl === undefined) {
    throw invalidArgument(
      'baseUrl',
      'connect: found no baseUrl, wanted the address of the service; a bundled or inlined SDK cannot tell where it came from',
    );
  }
  if (typeof baseUrl !== 'string' || !originOf(baseUrl)) {
    throw invalidArgument('baseUrl', `connect: found baseUrl "${baseUrl}", wanted an http or https address`);
  }
  return baseUrl.replace(/\/+$/, '');
}
