import { defineConfig } from 'vitest/config'

const sources = ['packages/*/src', 'bench/src', 'trials/src', 'scripts']
const databaseTests = sources.map((folder) => `${folder}/**/*.db.test.ts`)

export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: sources.map((folder) => `${folder}/**/*.test.ts`),
          exclude: databaseTests,
          // Nothing is measured by it: on a busy machine everything takes long.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: databaseTests,
          globalSetup: 'packages/server/src/testing/database-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
