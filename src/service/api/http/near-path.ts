import type { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';

/** The patterns of all routes. Only middleware is mounted with a star. */
export function pathsOf({ routes }: Pick<Hono<AppEnv>, 'routes'>): readonly string[] {
  return routes.map(({ path }) => path).filter((path) => !path.endsWith('*'));
}

/**
 * The pattern of a route that a path equals but for case and slashes. The path itself is never repeated, since it may hold
 * ids.
 */
export function nearPath(path: string, patterns: readonly string[]): string | undefined {
  const segments = segmentsOf(path);
  return patterns.find((pattern) => {
    const patternSegments = segmentsOf(pattern);
    return (
      patternSegments.length === segments.length &&
      patternSegments.every((segment, index) => segment.startsWith(':') || segment === segments[index])
    );
  });
}

function segmentsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
}
