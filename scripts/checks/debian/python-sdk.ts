import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installDebianPackages, mayInstall } from './debian-packages.ts'

/** Debian's own Python is the one that sees Debian's packages. */
const PYTHON = '/usr/bin/python3'

/** Whether Braintree's SDK for Python is there, or could be installed. */
export function providePythonSdk(): boolean {
  if (!isThere() && mayInstall()) installDebianPackages('python3-braintree')
  return isThere()
}

function isThere(): boolean {
  return existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import braintree']).status === 0
}
