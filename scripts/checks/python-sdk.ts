import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installDebianPackages, mayInstall } from './debian-packages.ts'

/** Debian's own Python is the one that sees Debian's packages. */
const PYTHON = '/usr/bin/python3'

/** The notice for tests that are skipped without the SDK. */
export const notRun =
  'not run: the sandbox under the Python SDK, because python3-braintree is not installed (apt-get install python3-braintree)'

/** The test projects that cannot be run here: those of Debian's Python SDK, unless it is there or could be installed. */
export function missingProjects(): readonly string[] {
  if (!isThere() && mayInstall()) installDebianPackages('python3-braintree')
  return isThere() ? [] : ['python']
}

function isThere(): boolean {
  return existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import braintree']).status === 0
}
