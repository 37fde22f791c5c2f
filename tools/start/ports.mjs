import { isFree } from './processes.mjs';

/**
 * A program's port: by which variable it is set, and on which address it is listened on.
 * @typedef {{ program: string, variable: string, usual: number, host: string }} Port
 */

const serviceHost = process.env.SERVICE_HOST ?? '127.0.0.1';

/** @type {Port[]} */
export const servicePorts = [
  { program: 'service', variable: 'SERVICE_PORT', usual: 4000, host: serviceHost },
  { program: 'simulated bank', variable: 'ISSUER_PORT', usual: 4001, host: serviceHost },
  { program: 'inspector', variable: 'INSPECTOR_PORT', usual: 4002, host: '127.0.0.1' },
];

/** @type {Port} */
export const shopPort = { program: 'shop', variable: 'SHOP_PORT', usual: 3000, host: 'localhost' };

/** @param {Port} port */
export const numberOf = ({ variable, usual }) => Number(process.env[variable] ?? usual);

/** Ends the process where somebody else listens on one of them, and says which. @param {Port[]} ports */
export async function requirePorts(ports) {
  for (const port of ports) {
    if (await isFree(numberOf(port), port.host)) continue;
    console.error(
      `Port ${numberOf(port)} (${port.program}) is taken: stop what uses it, or set ${port.variable} to another`,
    );
    process.exit(1);
  }
}
