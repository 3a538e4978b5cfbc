import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/**
 * A new folder, which is removed after the tests of the file; with `onTestFinished`, after the running test. Hooks that
 * are registered later run before that.
 */
export function temporaryFolder(atTheEnd: (remove: () => void) => void = afterAll): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'goodword-test-')))
  atTheEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50 }))
  return folder
}
