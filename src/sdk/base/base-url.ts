/** The module's path at the service, with its digest or not; at any other address it has been bundled. */
const MODULE_PATH = /\/sdk\/([0-9a-f]{32}\/)?sdk\.mjs(\?|$)/;

/** Origin of the service when the module was imported from it. */
export function originOfModule(moduleUrl: string | undefined): string | undefined {
  return moduleUrl && MODULE_PATH.test(moduleUrl) ? originOf(moduleUrl) : undefined;
}

/**
 * Origin a script tag was loaded from; a module and an inline script have none. HTML may name an image `currentScript`, which then
 * stands in the script's place.
 */
export function originOfScript(script: Element | null): string | undefined {
  return script instanceof HTMLScriptElement ? originOf(script.src) : undefined;
}

/** Undefined if it is no web address. Read from its text: pages have variables named `URL`. */
export function originOf(address: string): string | undefined {
  return /^https?:\/\/[^/?#\\]+/i.exec(address)?.[0];
}
