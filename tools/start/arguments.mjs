/**
 * For a command that takes no words: `--help` prints `help` and ends with 0, any other is refused with 2.
 * @param {string} help
 * @param {string[]} [words]
 */
export function refuseArguments(help, words = process.argv.slice(2)) {
  const [word] = words;
  if (word === undefined) return;
  const asksForHelp = words.some((each) => each === '--help' || each === '-h');
  if (asksForHelp) console.log(help);
  else console.error(`Cannot run: found "${word}", wanted no words\n${help}`);
  process.exit(asksForHelp ? 0 : 2);
}
