import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/{contract,service,server}/**/*.test.ts', 'src/wallet/**/*.test.ts'],
        },
      },
    ],
  },
});
