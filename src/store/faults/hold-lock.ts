import { claimDataDirectory } from '../embedded/data-directory.ts';
import { StoreError } from '../store-error.ts';

// `node hold-lock.js <directory>`: says `running` and holds the directory until SIGTERM, or says why not.
const [directory = ''] = process.argv.slice(2);
try {
  const { release } = claimDataDirectory(directory);
  process.once('SIGTERM', () => {
    release();
    process.exit();
  });
  setInterval(() => {}, 1000);
  process.stdout.write('running\n');
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  process.stdout.write(`${error.code} ${error.message}\n`);
}
