/** The programs an engine needs, in the order of `needs`; undefined where one is missing. @param {Engine} engine */
export function findPrograms({ needs }: Engine): string[] | undefined;
export function engines(): Engine[];
/**
 * A browser as its makers ship it, with what drives it.
 */
export type EngineId = 'chromium' | 'firefox' | 'webkitgtk';
/**
 * `packages` are Debian's; `needs` names programs, each by the places where it may lie.
 */
export type Engine = {
  id: EngineId;
  name: string;
  packages: string[];
  needs: string[][];
};
