import { QueryError } from './engine.ts';

const DEEPEST = 10;

/** The error and all its causes; Drizzle wraps what the store raises. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at instanceof Error && chain.length < DEEPEST; at = at.cause) chain.push(at);
  return chain;
}

/** Whether PostgreSQL refused a statement with this SQLSTATE. */
export function hasSqlState(error: unknown, code: string): boolean {
  return causesOf(error).some((cause) => cause instanceof QueryError && cause.code === code);
}

/** Whether PostgreSQL ended a transaction because it and another waited for each other. */
export const isDeadlock = (error: unknown): boolean => hasSqlState(error, '40P01');
