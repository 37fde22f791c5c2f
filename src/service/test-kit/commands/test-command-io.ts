import { ErrorBody } from '../../../contract/error-body.ts';
import type { AdminRequest, CommandIo } from '../../main/cli/task.ts';
import { readConfig } from '../../main/settings/config.ts';

const nothing = () => Promise.reject(new Error('not asked for'));

/** For tests: what a command reaches the outside by, which is nothing but `some`. */
export function testCommandIo(some: Partial<CommandIo> = {}): CommandIo {
  return {
    ask: nothing,
    inspectorAddress: 'http://127.0.0.1:4102',
    serviceAddress: 'http://127.0.0.1:4100',
    readInput: nothing,
    askForBytes: nothing,
    config: readConfig({}),
    call: nothing,
    endWith: () => {},
    print: () => {},
    isTerminal: false,
    untilStopped: async () => {},
    ...some,
  };
}

type Send = (path: string, sent: { method: string; body?: object | string }) => Promise<Response>;

/** Asks the admin API under test, and rejects with the message of a refusal as the program does. */
export const askBy =
  (send: Send) =>
  async ({ method, path, body, text }: AdminRequest): Promise<unknown> => {
    const sent = body ?? text;
    const answer = await send(path, { method, ...(sent !== undefined && { body: sent }) });
    const answered: unknown = await answer.json();
    if (!answer.ok) throw new Error(ErrorBody.parse(answered).error.message);
    return answered;
  };
