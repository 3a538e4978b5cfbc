import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run portal:first-day -- [--to <folder>]`: records the story of a merchant's first day, by running its test. */
const root = resolve(import.meta.dirname, '../../../..')
const { values } = parseArgs({
  options: { to: { type: 'string', default: resolve(root, 'scratch/first-day') } },
})
const vitest = resolve(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'browser', 'first-day'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, STORY_FOLDER: resolve(values.to) },
})
console.log(`The pictures and trace.zip are in ${values.to}. Open the trace at https://trace.playwright.dev.`)
process.exitCode = status ?? 1
