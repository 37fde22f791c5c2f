import { error, Session, WebElement } from 'selenium-webdriver';
import type { Command } from 'selenium-webdriver/lib/command.js';
import { textAt, valueAt } from '../support/stack/service-client.ts';
import type { MarionetteConnection } from './marionette-connection.ts';

/** Selenium's commands by Firefox's names, as far as they are used. */
const names: Readonly<Record<string, string>> = {
  newSession: 'WebDriver:NewSession',
  quit: 'WebDriver:DeleteSession',
  setTimeout: 'WebDriver:SetTimeouts',
  get: 'WebDriver:Navigate',
  setWindowRect: 'WebDriver:SetWindowRect',
  switchToFrame: 'WebDriver:SwitchToFrame',
  findElements: 'WebDriver:FindElements',
  clickElement: 'WebDriver:ElementClick',
  actions: 'WebDriver:PerformActions',
  executeScript: 'WebDriver:ExecuteScript',
  executeAsyncScript: 'WebDriver:ExecuteAsyncScript',
  screenshot: 'WebDriver:TakeScreenshot',
};

/** Does what geckodriver does, which Debian does not have: takes Selenium's commands to Firefox itself. */
export function marionetteExecutor(firefox: MarionetteConnection) {
  return {
    async execute(command: Command): Promise<unknown> {
      const name = names[command.getName()];
      if (name === undefined)
        throw new Error(`Cannot drive Firefox: no name known for "${command.getName()}"`);
      const { failure, result } = await firefox.send(name, parametersOf(command));
      if (failure) return error.throwDecodedError(failure);
      return command.getName() === 'newSession' ? sessionOf(result) : plainResult(result);
    },
  };
}

function parametersOf(command: Command): object {
  const { sessionId: _, id, capabilities, ...others } = { ...command.getParameters() };
  if (command.getName() === 'newSession') return capabilities.alwaysMatch;
  if (command.getName() === 'switchToFrame')
    return id === null ? { id } : { element: WebElement.extractId(id) };
  if (command.getName() === 'screenshot') return { full: false };
  return id === undefined ? others : { ...others, id: WebElement.extractId(id) };
}

function sessionOf(result: unknown): Session {
  return new Session(textAt(result, 'sessionId'), Object(valueAt(result, 'capabilities')));
}

/** A list comes as it is, anything else wrapped. */
const plainResult = (result: unknown): unknown => (Array.isArray(result) ? result : valueAt(result, 'value'));
