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
  const baseUrl = String(given ?? scriptOrigin);
  if (!originOf(baseUrl)) {
    const wanted = 'wanted the http address of the service, which a bundled SDK cannot know';
    throw invalidArgument('baseUrl', `connect: found "${baseUrl}" as baseUrl, ${wanted}`);
  }
  return baseUrl.replace(/\/+$/, '');
}
