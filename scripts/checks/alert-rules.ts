import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { installDebianPackage, mayInstall } from './debian-packages.ts'

const FOLDER = resolve(import.meta.dirname, '../../deploy/monitoring')

/** What is checked, with the program that comes with Prometheus. */
const checks = [
  ['check', 'rules', 'alerts.yaml'],
  ['test', 'rules', 'alerts.test.yaml'],
  ['check', 'config', 'prometheus.yml'],
] as const

if (!isThere() && mayInstall()) installDebianPackage('prometheus')
if (isThere()) {
  for (const args of checks) {
    const { status } = spawnSync('promtool', args, { cwd: FOLDER, stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
} else {
  console.log(
    'not run: promtool on the alert rules, because prometheus is not installed (apt-get install prometheus)',
  )
}

function isThere(): boolean {
  return spawnSync('promtool', ['--version']).status === 0
}
