import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, Capabilities, WebDriver } from 'selenium-webdriver';
import type { EngineId } from '../../tools/check/engines.mjs';
import { freePort } from '../support/stack/free-port.ts';
import { startProgram } from './child-program.ts';
import { connectMarionette } from './marionette-connection.ts';
import { marionetteExecutor } from './marionette-executor.ts';

export type Browser = { readonly driver: WebDriver; close(): Promise<void> };

/** What is to be undone, in the order in which it was done. */
type Undoing = (() => unknown)[];
type Open = (programs: readonly string[], undoing: Undoing) => Promise<WebDriver>;

/** Wide enough for the drawer beside the shop, tall enough for the whole checkout. */
const WINDOW = { x: 0, y: 0, width: 1280, height: 1200 };

/** Starts an engine with nothing stored, without a screen. */
export async function openBrowser(engine: EngineId, programs: readonly string[]): Promise<Browser> {
  const undoing: Undoing = [];
  const close = async () => {
    for (const undo of undoing.reverse()) await undo();
  };
  try {
    const driver = await open[engine](programs, undoing);
    await driver.manage().window().setRect(WINDOW);
    return { driver, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const open: Record<EngineId, Open> = {
  async chromium([chromedriver = ''], undoing) {
    const root = process.getuid?.() === 0;
    const args = ['--headless=new', '--disable-background-networking', ...(root ? ['--no-sandbox'] : [])];
    const wanted = { browserName: 'chrome', 'goog:chromeOptions': { args } };
    return openByDriver({ driver: chromedriver, wanted }, undoing);
  },

  async firefox([firefox = ''], undoing) {
    const profile = mkdtempSync(join(tmpdir(), 'wallet-firefox-'));
    undoing.push(() => rmSync(profile, { recursive: true, force: true }));
    writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
    const program = startProgram(firefox, ['-marionette', '-headless', '-no-remote', '-profile', profile]);
    undoing.push(program.stop);
    const port = await program.until(() => readFile(join(profile, 'MarionetteActivePort'), 'utf8'));
    const connection = await connectMarionette(Number(port));
    undoing.push(connection.close);
    return WebDriver.createSession(marionetteExecutor(connection), new Capabilities());
  },

  async webkitgtk([webkitDriver = '', xvfb = ''], undoing) {
    const screen = ['-screen', '0', `${WINDOW.width}x${WINDOW.height}x24`];
    const display = startProgram(xvfb, ['-displayfd', '1', '-nolisten', 'tcp', ...screen]);
    undoing.push(display.stop);
    const number = await display.until(async () => /\d+/.exec(display.output())?.[0]);
    const environment = { DISPLAY: `:${number}`, GDK_BACKEND: 'x11' };
    return openByDriver(
      { driver: webkitDriver, wanted: { browserName: 'MiniBrowser' }, environment },
      undoing,
    );
  },
};

type ByDriver = {
  readonly driver: string;
  readonly wanted: object;
  readonly environment?: NodeJS.ProcessEnv;
};

/** By a driver that speaks WebDriver over HTTP and starts the browser itself. */
async function openByDriver({ driver, wanted, environment }: ByDriver, undoing: Undoing): Promise<WebDriver> {
  const port = await freePort();
  const server = `http://127.0.0.1:${port}`;
  const program = startProgram(driver, [`--port=${port}`], environment);
  undoing.push(program.stop);
  await program.until(async () => (await fetch(`${server}/status`)).ok || undefined);
  const session = await new Builder().usingServer(server).withCapabilities(wanted).build();
  undoing.push(() => session.quit());
  return session;
}
