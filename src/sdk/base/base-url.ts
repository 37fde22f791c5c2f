/** Where the service serves the module, by its digest or not; any other address means that somebody bundled it. */
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

/** Undefined where it is no web address. By its text: pages have variables of the name `URL`. */
export function originOf(address: string): string | undefined {
  return /^https?:\/\/[^/?#\\]+/i.exec(address)?.[0];
}
