import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prometheusRules } from '../../packages/server/src/platform/monitoring/alert-rules.ts'
import { sections } from '../../packages/server/src/platform/monitoring/sections.ts'
import { promtoolTests } from '../../packages/server/src/testing/alerts/alert-test.ts'
import { alertTests } from '../../packages/server/src/testing/alerts/alert-tests.ts'
import { installDebianPackage, mayInstall } from './debian-packages.ts'
import { root } from './steps.ts'

/** What is checked, with the program that comes with Prometheus. */
const checks = [
  ['check', 'rules', 'alerts.json'],
  ['test', 'rules', 'alert-tests.json'],
  ['check', 'config', 'prometheus.yml'],
] as const

if (!isThere() && mayInstall()) installDebianPackage('prometheus')
if (isThere()) {
  const folder = mkdtempSync(join(tmpdir(), 'alert-rules-'))
  try {
    writeFileSync(join(folder, 'alerts.json'), JSON.stringify(prometheusRules(sections)))
    writeFileSync(join(folder, 'alert-tests.json'), JSON.stringify(promtoolTests('alerts.json', alertTests)))
    copyFileSync(join(root, 'deploy/prometheus.yml'), join(folder, 'prometheus.yml'))
    for (const args of checks) {
      const { status } = spawnSync('promtool', args, { cwd: folder, stdio: 'inherit' })
      if (status !== 0) process.exitCode = 1
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
} else {
  console.log(
    'not run: promtool on the alert rules, because prometheus is not installed (apt-get install prometheus)',
  )
}

function isThere(): boolean {
  return spawnSync('promtool', ['--version']).status === 0
}
