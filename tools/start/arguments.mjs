/**
 * For a command that takes no arguments: `--help` prints `help` and ends with 0, any other is refused with 2.
 * @param {string} help
 * @param {string[]} [args]
 */
export function refuseArguments(help, args = process.argv.slice(2)) {
  const [first] = args;
  if (first === undefined) return;
  const asksForHelp = args.some((each) => each === '--help' || each === '-h');
  if (asksForHelp) console.log(help);
  else console.error(`Cannot run: found "${first}", wanted no arguments\n${help}`);
  process.exit(asksForHelp ? 0 : 2);
}
