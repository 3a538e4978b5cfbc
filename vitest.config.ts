import { defineConfig } from 'vitest/config'

const sources = ['packages/*/src', 'examples/*/src', 'bench/src', 'trials/src', 'scripts']
/** Whole programs against a gateway: the SDKs, billing stories, packages. */
const sdkTests = sources.map((folder) => `${folder}/**/*.sdk.test.ts`)
const pythonTests = sources.map((folder) => `${folder}/**/*.python.test.ts`)
/** Where SQL is written or decides, and logins: these run on the oldest supported PostgreSQL as well. */
const statementTests = [
  ...['store', 'operations', 'http', 'stories'].map(
    (folder) => `packages/server/src/${folder}/**/*.db.test.ts`,
  ),
  'packages/server/src/cli/backup.db.test.ts',
  'packages/server/src/start/prepare-storage.db.test.ts',
]
const databaseTests = sources.map((folder) => `${folder}/**/*.db.test.ts`)

export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    passWithNoTests: true,
    // No limit measures anything: it ends what hangs. On a busy machine everything takes many times as long.
    expect: { poll: { timeout: 30_000 } },
    teardownTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: sources.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...databaseTests, ...sdkTests, ...pythonTests],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'sdk', include: sdkTests, testTimeout: 120_000, hookTimeout: 120_000 },
      },
      {
        extends: true,
        test: { name: 'python', include: pythonTests, testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/src/**/*.e2e.test.ts'],
          globalSetup: 'e2e/src/testing/goodword-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: databaseTests,
          globalSetup: 'packages/server/src/testing/database-setup.ts',
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'oldest-database',
          include: statementTests,
          globalSetup: 'packages/server/src/testing/oldest-database-setup.ts',
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
