import type { Config } from '../../base/config.ts';

/** A request to the admin API. */
export type AdminRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** A file, in place of a body. */
  readonly text?: string;
};

/** What a command reaches the outside by. */
export type CommandIo = {
  /** The answer of the admin API: of the running service, else of the store. Rejects with the message of a refusal. */
  ask(request: AdminRequest): Promise<unknown>;
  /** Like `ask`, for an answer that is no JSON, as a stream. */
  askForBytes(request: AdminRequest): Promise<ReadableStream<Uint8Array>>;
  /** Where the running service's admin API is, else where it would be. */
  readonly inspectorAddress: string;
  /** Where `call` asks. */
  readonly serviceAddress: string;
  /** The HTTP API of the running service, by its path. */
  call(path: string, init: RequestInit): Promise<Response>;
  /** All of the standard input. */
  readInput(): Promise<string>;
  /** Prints a line at once; what a command returns is printed at its end. */
  print(line: string): void;
  /** The status that the program ends with, even if the command fails. Default: 0, and 1 for a failure. */
  endWith(status: number): void;
  /** Whether the output is a terminal. Any other output may be stored, so secrets stay out of it. */
  readonly isTerminal: boolean;
  /** The settings of this process, for work that no service does. */
  readonly config: Config;
  /** Resolves when the command is to end: a signal came. */
  untilStopped(): Promise<void>;
};

/** What a command does. Returns what to print. */
export type Task = (io: CommandIo) => Promise<string>;

/** Takes the task of the command that was typed. */
export type Choose = (task: Task) => void;
